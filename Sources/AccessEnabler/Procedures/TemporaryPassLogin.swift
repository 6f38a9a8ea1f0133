import ServiceAccess

/// Logs in with a temporary pass (TempPass): immediately, without a page (row 3.18). Mirrors `POST
/// /api/v1/authenticate/freepreview`.
struct TemporaryPassLogin: Procedure {
    let provider: ProviderConfiguration
    /// The data that identifies the user of a promotional pass.
    let data: [String: JSONValue]

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.service(.answer(let answer))) where answer.isSuccess:
            return .calling(TokenRequest(provider: provider, source: .temporaryPass))
        case .child(.service(let outcome)): return refuse(statuses(for: outcome), &machine)
        case .child(.exchange(.stored(let session))), .child(.exchange(.degraded(let session))):
            machine.completeLogin(session, isCached: false, statuses: [StatusReport(.n011)])
            return .done
        case .child(.exchange(.refused(let reason))): return refuse([StatusReport(.n500, message: reason)], &machine)
        case .child(.exchange(.failed(let outcome))): return refuse(outcome.loginStatuses, &machine)
        case .child: return refuse([StatusReport(.n500)], &machine)
        default: return .calling(ServiceRequest(request(machine)))
        }
    }

    private func request(_ machine: EntitlementMachine) -> HTTPRequest {
        // Only this call has another name for the requestor parameter.
        let requestor = HTTPRequest.Field(name: "requestor_id", value: machine.requestor ?? "")
        let device = machine.deviceParameters(["mso_id": provider.id, "domain_name": machine.configuration?.domain ?? ""])
        return HTTPRequest(
            method: "POST", service: provider.service, path: "/api/v1/authenticate/freepreview",
            body: .form([requestor] + device + GenericData.fields(data)))
    }

    private func statuses(for outcome: ServiceOutcome) -> [StatusReport] {
        if case .answer(let answer) = outcome, AuthorizationRefusal.code(of: answer) == StatusCode.n111.rawValue {
            return [StatusReport(.n111, message: outcome.reason)]
        }
        return outcome.loginStatuses
    }

    private func refuse(_ statuses: [StatusReport], _ machine: inout EntitlementMachine) -> Progress {
        machine.trackAuthentication(nil)
        machine.failLogin(statuses)
        return .done
    }
}
