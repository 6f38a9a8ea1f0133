/// Logs in with a provider that the user selected: immediately if it is a temporary pass (row 3.18) or degraded (row 3.22),
/// otherwise on the provider's page, which the app shows (iOS) or the user opens on a second screen (tvOS).
struct ProviderLogin: Procedure {
    let provider: ProviderConfiguration

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.exchange(.degraded(let session))):
            machine.completeLogin(session, isCached: false, statuses: [StatusReport(.n010)])
            return .done
        case .child(.registrationCode(.success(let code))):
            if machine.environment.platform == .ios { showPage(code, &machine) } else { showCode(code, &machine) }
            return .done
        // Without a code, no login is possible. The reason is reported first.
        case .child(.registrationCode(.failure(let outcome))):
            let isOnTV = machine.environment.platform == .tvos
            machine.failLogin(
                isOnTV ? outcome.statuses + [StatusReport(.reg500, message: outcome.reason)] : outcome.loginStatuses)
            return .done
        case .child where provider.isTemporaryPass: return .done
        // The rule has ended in the meantime.
        case .child: return .calling(RegistrationCodeRequest(provider: provider))
        default:
            machine.presetProvider = nil
            guard !provider.isTemporaryPass else {
                return .calling(TemporaryPassLogin(provider: provider, data: machine.openLogin?.data ?? [:]))
            }
            guard provider.authenticatesAll else { return .calling(RegistrationCodeRequest(provider: provider)) }
            return .calling(DegradedAuthentication(provider: provider, mayExchange: false))
        }
    }

    private func showPage(_ code: RegistrationCode, _ machine: inout EntitlementMachine) {
        let shown = machine.show(machine.loginPage(of: provider, code: code.code), of: provider)
        let tokens = machine.presentTokens
        machine.openLogin?.page = LoginPage(provider: provider, shown: shown)
        machine.openLogin?.formerTokens = tokens
    }

    private func showCode(_ code: RegistrationCode, _ machine: inout EntitlementMachine) {
        let tokens = machine.presentTokens
        let polling = machine.startBeside(SecondScreenPolling(provider: provider, code: code))
        machine.openLogin?.secondScreen = SecondScreen(provider: provider, code: code.code, polling: polling)
        machine.openLogin?.formerTokens = tokens
        machine.raise([StatusReport(code)])
    }
}
