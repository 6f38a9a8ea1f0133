import Encodings
import ServiceAccess

/// A request with authorization: obtains an access token if there is no valid one, registering the app if necessary, and sends
/// the request.
///
/// In one call, a rejected access token and an unknown registration are each renewed once. A token that expires soon is renewed
/// early, and used nevertheless if that fails. An idempotent request is repeated after temporary failures (``Repetition``).
struct ServiceRequest: Procedure {
    private let request: HTTPRequest
    /// The credentials with which the request was sent.
    private var used: Client?

    private let mayRepeat: Bool
    private let mayRegisterAgain: Bool
    private var repetitions = 0

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - mayRepeat: False if the caller repeats the request itself.
    ///   - mayRegisterAgain: False if the service may reject an app that it knows, because of a requestor that is not the app's.
    init(_ request: HTTPRequest, mayRepeat: Bool = true, mayRegisterAgain: Bool = true) {
        self.request = request
        self.mayRepeat = mayRepeat
        self.mayRegisterAgain = mayRegisterAgain
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .http(let outcome):
            if mayRepeat, let wait = machine.repetition(repetitions, of: request, after: outcome) {
                repetitions += 1
                return machine.wait(milliseconds: wait)
            }
            guard case .answer(let answer) = outcome, !answer.isForeign else {
                return .finished(.service(ServiceOutcome(without: outcome, from: request.service)))
            }
            return answered(answer, &machine)
        case .child(.credentials(let failure)): return gotCredentials(failure, &machine)
        default: return begin(&machine)
        }
    }

    private mutating func begin(_ machine: inout EntitlementMachine) -> Progress {
        guard machine.environment.softwareStatement?.isEmpty == false else { return .finished(.service(.notRegistered)) }
        guard let client = machine.client(for: request.service), !client.needsAccessToken(now: machine.now) else {
            return renew(isRegistering: false)
        }
        return send(client, &machine)
    }

    private func renew(isRegistering: Bool) -> Progress {
        let renewal = CredentialRenewal(service: request.service, isRegistering: isRegistering)
        return .sharing(credentials, renewal)
    }

    /// The name under which the renewal runs.
    private var credentials: String { "credentials of \(request.service)" }

    private mutating func gotCredentials(_ failure: ServiceOutcome?, _ machine: inout EntitlementMachine) -> Progress {
        let client = machine.client(for: request.service)
        guard let failure else {
            guard let client else { return .finished(.service(.noAccessToken)) }
            return send(client, &machine)
        }
        // The old token is still valid for a while: the service may be able to issue a new one later.
        if let client, used == nil, client.hasAccessToken(now: machine.now), failure.isTemporary { return send(client, &machine) }
        return .finished(.service(failure))
    }

    private mutating func send(_ client: Client, _ machine: inout EntitlementMachine) -> Progress {
        used = client
        var request = request
        let authorization = HTTPRequest.Field(name: "Authorization", value: "Bearer \(client.accessToken ?? "")")
        request.headers += machine.commonHeaders + [authorization]
        return machine.send(request)
    }

    private mutating func answered(_ answer: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        guard !request.isAboutLogin || !answer.isAboutOtherDevice else {
            machine.clearSessions()
            return .finished(.service(.otherDevice(answer)))
        }
        let isForgotten = answer.status == 403 && answer.json?["error"]?.text == "invalid_client"
        if isForgotten, !mayRegisterAgain { return .finished(.service(.noAccessToken)) }
        guard answer.status == 401 || isForgotten else { return .finished(.service(.answer(answer))) }
        let renewal = Renewal(kind: isForgotten ? .registration : .accessToken, service: request.service)
        // Another call has already renewed what was rejected.
        if let client = machine.client(for: request.service), let used,
            isForgotten ? client.id != used.id : client.accessToken != used.accessToken, client.hasAccessToken(now: machine.now),
            machine.mayRenew(Renewal(kind: .use, service: request.service))
        {
            return send(client, &machine)
        }
        // A concurrent request may be renewing it.
        let mayRenew = machine.shared[credentials] != nil || machine.mayRenew(renewal)
        return mayRenew ? renew(isRegistering: isForgotten) : .finished(.service(.noAccessToken))
    }
}

extension HTTPRequest {
    /// Whether the request concerns a login or leads to one; a configuration is the same for every device.
    fileprivate var isAboutLogin: Bool { !path.hasPrefix("/api/v1/config/") }
}
