import ServiceAccess

extension EntitlementMachine {
    /// Sends a request with authorization: obtains an access token if there is no valid one, registering the app if necessary.
    ///
    /// In one call, a rejected access token and an unknown registration are each renewed once. A token that expires soon is renewed
    /// early, and used nevertheless if that fails. An idempotent request is repeated after temporary failures (``Repetition``).
    ///
    /// - Parameters:
    ///   - mayRepeat: False if the caller repeats the request itself.
    ///   - mayRegisterAgain: False if the service may reject an app that it knows, because of a requestor that is not the app's.
    mutating func requestService(
        _ request: HTTPRequest, mayRepeat: Bool = true, mayRegisterAgain: Bool = true,
        then next: @escaping Continuation<ServiceOutcome>
    ) {
        ServiceRequest(request: request, mayRepeat: mayRepeat, mayRegisterAgain: mayRegisterAgain, next: next).begin(&self)
    }
}

/// A request with authorization in progress.
private struct ServiceRequest: Sendable {
    let request: HTTPRequest
    let mayRepeat: Bool
    let mayRegisterAgain: Bool
    let next: Continuation<ServiceOutcome>
    /// The credentials with which the request was sent.
    var used: Client?
    var repetitions = 0

    func begin(_ machine: inout EntitlementMachine) {
        guard machine.environment.softwareStatement?.isEmpty == false else { return next(.notRegistered, &machine) }
        guard let client = machine.client(for: request.service), !client.needsAccessToken(now: machine.now) else {
            return renew(isRegistering: false, &machine)
        }
        send(client, &machine)
    }

    private func renew(isRegistering: Bool, _ machine: inout EntitlementMachine) {
        machine.renewCredentials(at: request.service, isRegistering: isRegistering) { failure, machine in
            let client = machine.client(for: request.service)
            guard let failure else {
                guard let client else { return next(.noAccessToken, &machine) }
                return send(client, &machine)
            }
            // The old token is still valid for a while: the service may be able to issue a new one later.
            if let client, used == nil, client.hasAccessToken(now: machine.now), failure.isTemporary {
                return send(client, &machine)
            }
            next(failure, &machine)
        }
    }

    private func send(_ client: Client, _ machine: inout EntitlementMachine) {
        var sent = self
        sent.used = client
        var request = request
        let authorization = HTTPRequest.Field(name: "Authorization", value: "Bearer \(client.accessToken ?? "")")
        request.headers += machine.commonHeaders + [authorization]
        machine.send(request) { [sent] in sent.answered($0, &$1) }
    }

    private func answered(_ outcome: HTTPOutcome, _ machine: inout EntitlementMachine) {
        if mayRepeat, let wait = machine.repetition(repetitions, of: request, after: outcome) {
            var repeated = self
            repeated.repetitions += 1
            return machine.wait(milliseconds: wait) { [repeated] in repeated.begin(&$0) }
        }
        guard case .answer(let answer) = outcome, !answer.isForeign else {
            return next(ServiceOutcome(without: outcome, from: request.service), &machine)
        }
        guard !request.isAboutLogin || !answer.isAboutOtherDevice else {
            machine.clearSessions()
            return next(.otherDevice(answer), &machine)
        }
        let isForgotten = answer.status == 403 && answer.json?["error"]?.text == "invalid_client"
        if isForgotten, !mayRegisterAgain { return next(.noAccessToken, &machine) }
        guard answer.status == 401 || isForgotten else { return next(.answer(answer), &machine) }
        // Another call has already renewed what was rejected.
        if let client = machine.client(for: request.service), let used,
            isForgotten ? client.id != used.id : client.accessToken != used.accessToken, client.hasAccessToken(now: machine.now),
            machine.mayRenew(Renewal(kind: .use, service: request.service))
        {
            return send(client, &machine)
        }
        let renewal = Renewal(kind: isForgotten ? .registration : .accessToken, service: request.service)
        // A concurrent request may be renewing it.
        guard machine.isRenewing(request.service) || machine.mayRenew(renewal) else { return next(.noAccessToken, &machine) }
        renew(isRegistering: isForgotten, &machine)
    }
}

extension HTTPRequest {
    /// Whether the request concerns a login or leads to one; a configuration is the same for every device.
    fileprivate var isAboutLogin: Bool { !path.hasPrefix("/api/v1/config/") }
}
