import ServiceAccess

/// Requests an access token, after registering the app if necessary.
///
/// Concurrent users share it: ``ServiceRequest`` runs it under the name of the service.
struct CredentialRenewal: Procedure {
    let service: String
    /// Whether the registration is no longer valid.
    let isRegistering: Bool
    var isTokenRequested = false

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .http(.answer(let answer)) where !answer.isForeign:
            return isTokenRequested ? fetchedToken(answer, &machine) : registered(answer, &machine)
        case .http(let outcome): return .finished(.credentials(ServiceOutcome(without: outcome, from: service)))
        default:
            guard !isRegistering, let client = machine.client(for: service) else { return register(&machine) }
            return fetchToken(client, &machine)
        }
    }

    private mutating func register(_ machine: inout EntitlementMachine) -> Progress {
        isTokenRequested = false
        _ = machine.mayRenew(Renewal(kind: .registration, service: service))
        var request = Client.registration(of: machine.environment.softwareStatement ?? "", at: service)
        request.query = machine.optionFields
        request.headers = machine.commonHeaders
        return machine.send(request)
    }

    private mutating func registered(_ answer: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        guard answer.isSuccess else {
            return .finished(.credentials(answer.isRefusal ? .notRegistered : .noCredentials(answer)))
        }
        guard let client = Client(registered: answer) else {
            return .finished(.credentials(ServiceOutcome(without: .answer(answer), from: service)))
        }
        machine.save(.client(key: machine.clientKey(for: service), client))
        return fetchToken(client, &machine)
    }

    private mutating func fetchToken(_ client: Client, _ machine: inout EntitlementMachine) -> Progress {
        isTokenRequested = true
        _ = machine.mayRenew(Renewal(kind: .accessToken, service: service))
        var request = client.tokenRequest(at: service, with: machine.optionFields)
        request.headers = machine.commonHeaders
        return machine.send(request)
    }

    private mutating func fetchedToken(_ answer: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        guard answer.isSuccess else {
            guard answer.isRefusal else { return .finished(.credentials(.noCredentials(answer))) }
            // The service no longer knows the registration, or has revoked it.
            let mayRegister = machine.mayRenew(Renewal(kind: .registration, service: service))
            return mayRegister ? register(&machine) : .finished(.credentials(.noAccessToken))
        }
        guard var client = machine.client(for: service), client.keep(issued: answer, now: machine.now) else {
            return .finished(.credentials(ServiceOutcome(without: .answer(answer), from: service)))
        }
        machine.save(.client(key: machine.clientKey(for: service), client))
        return .finished(.credentials(nil))
    }
}
