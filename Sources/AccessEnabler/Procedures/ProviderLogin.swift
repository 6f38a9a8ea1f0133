import Encodings
import ServiceAccess

extension EntitlementMachine {
    /// Logs in with a provider that the user selected: immediately if it is a temporary pass (row 3.18) or degraded (row 3.22),
    /// otherwise on the provider's page, which the app shows (iOS) or the user opens on a second screen (tvOS).
    mutating func logIn(at provider: ProviderConfiguration) {
        presetProvider = nil
        if provider.isTemporaryPass { return startTemporaryPass(provider) }
        guard provider.authenticatesAll else { return showLogin(at: provider) }
        authenticateDegraded(at: provider) { outcome, machine in
            // Otherwise the rule has ended in the meantime.
            guard case .degraded(let session) = outcome else { return machine.showLogin(at: provider) }
            machine.completeLogin(session, isCached: false, statuses: [StatusReport(.n010)])
        }
    }

    private mutating func showLogin(at provider: ProviderConfiguration) {
        requestRegistrationCode(for: provider) { result, machine in
            let isOnTV = machine.environment.platform == .tvos
            switch result {
            case .success(let code) where isOnTV: machine.showCode(code, of: provider)
            case .success(let code): machine.showPage(of: provider, code)
            // Without a code, no login is possible. The reason is reported first.
            case .failure(let outcome):
                machine.failLogin(
                    isOnTV ? outcome.statuses + [StatusReport(.reg500, message: outcome.reason)] : outcome.loginStatuses)
            }
        }
    }

    private mutating func showPage(of provider: ProviderConfiguration, _ code: RegistrationCode) {
        let shown = show(loginPage(of: provider, code: code.code), of: provider)
        let tokens = presentTokens
        openLogin?.page = LoginPage(provider: provider, shown: shown)
        openLogin?.formerTokens = tokens
    }

    private mutating func showCode(_ code: RegistrationCode, of provider: ProviderConfiguration) {
        let tokens = presentTokens
        let polling = startPolling(lifetime: code.lifetime)
        openLogin?.secondScreen = SecondScreen(
            provider: provider, code: code.code, end: now + code.lifetime, polling: polling)
        openLogin?.formerTokens = tokens
        take(step: .status(StatusReport(code)))
    }

    /// Requests a registration code, which the service associates with a login in a browser:
    /// `POST /reggie/v1/{requestor}/regcode`.
    mutating func requestRegistrationCode(
        for provider: ProviderConfiguration, then next: @escaping Continuation<Result<RegistrationCode, ServiceOutcome>>
    ) {
        let path = "/reggie/v1/\(PercentEncoding.encode(requestor ?? ""))/regcode"
        requestService(loginRequest(path, at: provider.service, ["mvpd": provider.id])) { outcome, machine in
            guard case .answer(let answer) = outcome, answer.isSuccess else { return next(.failure(outcome), &machine) }
            let code = RegistrationCode(json: answer.json)
            next(code.map(Result.success) ?? .failure(.foreign("The answer has no registration code.")), &machine)
        }
    }
}

// Temporary passes (TempPass).
extension EntitlementMachine {
    /// Logs in immediately, without a page (row 3.18). Mirrors `POST /api/v1/authenticate/freepreview`.
    private mutating func startTemporaryPass(_ provider: ProviderConfiguration) {
        // Only this call has another name for the requestor parameter.
        let form =
            [HTTPRequest.Field(name: "requestor_id", value: requestor ?? "")]
            + deviceParameters(["mso_id": provider.id, "domain_name": configuration?.domain ?? ""])
            // It identifies the user of a promotional pass.
            + GenericData.fields(openLogin?.data ?? [:])
        let request = HTTPRequest(
            method: "POST", service: provider.service, path: "/api/v1/authenticate/freepreview", body: .form(form))
        requestService(request) { outcome, machine in
            switch outcome {
            case .answer(let answer) where answer.isSuccess: machine.fetchTemporaryPass(provider)
            case .answer(let answer) where AuthorizationRefusal.code(of: answer) == StatusCode.n111.rawValue:
                machine.refuseTemporaryPass([StatusReport(.n111, message: outcome.reason)])
            default: machine.refuseTemporaryPass(outcome.loginStatuses)
            }
        }
    }

    private mutating func fetchTemporaryPass(_ provider: ProviderConfiguration) {
        fetch(TokenRequest(provider: provider, source: .temporaryPass)) { outcome, machine in
            switch outcome {
            case .stored(let session), .degraded(let session):
                machine.completeLogin(session, isCached: false, statuses: [StatusReport(.n011)])
            case .refused(let reason): machine.refuseTemporaryPass([StatusReport(.n500, message: reason)])
            case .failed(let outcome): machine.refuseTemporaryPass(outcome.loginStatuses)
            case .accountFailed: machine.refuseTemporaryPass([StatusReport(.n500)])
            }
        }
    }

    private mutating func refuseTemporaryPass(_ statuses: [StatusReport]) {
        trackAuthentication(nil)
        failLogin(statuses)
    }
}
