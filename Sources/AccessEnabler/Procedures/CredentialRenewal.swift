import ServiceAccess

extension EntitlementMachine {
    /// Requests an access token, after registering the app if necessary. Concurrent users share one renewal.
    ///
    /// - Parameters:
    ///   - isRegistering: Whether the registration is no longer valid.
    ///   - next: Receives nil if there are new credentials, otherwise the outcome of the request.
    mutating func renewCredentials(
        at service: String, isRegistering: Bool, then next: @escaping Continuation<ServiceOutcome?>
    ) {
        joinRenewal(at: service, then: next) { machine, end in
            guard !isRegistering, let client = machine.client(for: service) else { return machine.register(at: service, end) }
            machine.fetchAccessToken(client, at: service, end)
        }
    }

    private mutating func register(at service: String, _ end: @escaping Continuation<ServiceOutcome?>) {
        _ = mayRenew(Renewal(kind: .registration, service: service))
        var request = Client.registration(of: environment.softwareStatement ?? "", at: service)
        request.query = optionFields
        sendWithoutToken(request, end) { answer, machine in
            guard answer.isSuccess else { return end(answer.isRefusal ? .notRegistered : .noCredentials(answer), &machine) }
            guard let client = Client(registered: answer) else {
                return end(ServiceOutcome(without: .answer(answer), from: service), &machine)
            }
            machine.save(.client(key: machine.clientKey(for: service), client))
            machine.fetchAccessToken(client, at: service, end)
        }
    }

    private mutating func fetchAccessToken(
        _ client: Client, at service: String, _ end: @escaping Continuation<ServiceOutcome?>
    ) {
        _ = mayRenew(Renewal(kind: .accessToken, service: service))
        sendWithoutToken(client.tokenRequest(at: service, with: optionFields), end) { answer, machine in
            guard answer.isSuccess else {
                guard answer.isRefusal else { return end(.noCredentials(answer), &machine) }
                // The service no longer knows the registration, or has revoked it.
                let mayRegister = machine.mayRenew(Renewal(kind: .registration, service: service))
                return mayRegister ? machine.register(at: service, end) : end(.noAccessToken, &machine)
            }
            // The storage may have been read again in the meantime, but the token belongs to this registration.
            var client = client
            guard client.keep(issued: answer, now: machine.now) else {
                return end(ServiceOutcome(without: .answer(answer), from: service), &machine)
            }
            machine.save(.client(key: machine.clientKey(for: service), client))
            end(nil, &machine)
        }
    }

    /// Sends a request for credentials; the renewal ends if the service does not answer it.
    private mutating func sendWithoutToken(
        _ request: HTTPRequest, _ end: @escaping Continuation<ServiceOutcome?>, then next: @escaping Continuation<HTTPAnswer>
    ) {
        var request = request
        request.headers = commonHeaders
        send(request) { [service = request.service] outcome, machine in
            guard case .answer(let answer) = outcome, !answer.isForeign else {
                return end(ServiceOutcome(without: outcome, from: service), &machine)
            }
            next(answer, &machine)
        }
    }
}
