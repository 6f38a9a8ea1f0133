import Encodings

/// The outcome of a request that needs an access token.
enum ServiceOutcome: Sendable, Equatable {
    /// The service's answer, whatever its status.
    case answer(HTTPAnswer)
    /// The software statement is missing, invalid or revoked (R400).
    case notRegistered
    /// There is no access token, or none that the service accepts (R401).
    case noAccessToken
    /// The registration or token request was answered neither with credentials nor with their rejection (429, 5xx).
    case noCredentials(HTTPAnswer)
    /// No answer, with the reason.
    case unreachable(String)
    /// An answer that does not come from the service, such as a captive portal's page, with the reason.
    case foreign(String)
    /// TLS failed, with the reason.
    case insecure(String)
    /// According to the service, the login belongs to another device (SEC412). The library has removed all logins.
    case otherDevice(HTTPAnswer)
}

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
        return .sharing("credentials of \(request.service)", renewal)
    }

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
        return machine.mayRenew(renewal) ? renew(isRegistering: isForgotten) : .finished(.service(.noAccessToken))
    }
}

extension HTTPRequest {
    /// Whether the request concerns a login or leads to one; a configuration is the same for every device.
    fileprivate var isAboutLogin: Bool { !path.hasPrefix("/api/v1/config/") }
}

extension ServiceOutcome {
    /// Creates the outcome of a request without an answer of the service.
    init(without outcome: HTTPOutcome, from service: String) {
        self =
            switch outcome {
            case .unreachable(let reason), .interrupted(let reason): .unreachable(reason)
            case .insecure(let reason): .insecure(reason)
            case .answer:
                .foreign("\(service) answers with what is none of the service's, as networks do before one has logged in.")
            }
    }
}

extension HTTPAnswer {
    /// Whether another server has answered, such as a captive portal: with a redirect, or with a page although other formats were
    /// requested. An error status with a page remains an error.
    var isForeign: Bool {
        if (300...399).contains(status) { return true }
        guard isSuccess else { return false }
        let start = String(decoding: body.prefix(256), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        return headers["content-type"]?.lowercased().contains("html") == true || start.hasPrefix("<!doctype html")
            || start.hasPrefix("<html")
    }

    /// Whether, according to the service, the device's identifier differs from the login's (SEC412). The documentation specifies
    /// no answer for this; it is expected where the service's other codes for the library are, in a header or as an enhanced
    /// error.
    var isAboutOtherDevice: Bool {
        status == 412 && (headers["authzf-error-code"] == "SEC412" || json?["code"]?.text == "device_id_mismatch")
    }

    /// Whether the service rejected the registration or the access token. An intermediary may reject it, too, but without an
    /// error document.
    var isRefusal: Bool { status == 400 || [401, 403].contains(status) && json?["error"] != nil }
}

extension EntitlementMachine {
    /// Returns the key of a registration: base URL and statement.
    func clientKey(for service: String) -> String { "\(service) \(environment.statementDigest)" }

    /// Returns the app's registration at a service.
    func client(for service: String) -> Client? { situation.clients[clientKey(for: service)] }

    /// The headers of every request: accepted format and client information.
    var commonHeaders: [HTTPRequest.Field] {
        let information = options["device_info"]?.text ?? Digest.base64(environment.clientInformation.serialized)
        return [
            HTTPRequest.Field(name: "Accept", value: "application/json"),
            HTTPRequest.Field(name: "X-Device-Info", value: PercentEncoding.encode(information)),
        ]
    }

    /// Returns the parameters of REST v1 requests for this device and requestor.
    func parameters(_ further: (name: String, value: String)...) -> [HTTPRequest.Field] {
        var fields = [
            HTTPRequest.Field(name: "requestor", value: requestor ?? ""),
            HTTPRequest.Field(name: "deviceId", value: situation.deviceID),
            HTTPRequest.Field(name: "deviceType", value: environment.deviceType),
        ]
        fields += further.map { HTTPRequest.Field(name: $0.name, value: $0.value) }
        return fields + optionFields
    }

    /// The app's options as parameters, which are sent with every request.
    var optionFields: [HTTPRequest.Field] {
        [("ap_vi", "visitorID"), ("applicationProfile", "applicationProfile")].compactMap { name, option in
            options[option]?.text.map { HTTPRequest.Field(name: name, value: $0) }
        }
    }

    /// The same for the address of a page, which a browser opens without the library's headers.
    var pageFields: [HTTPRequest.Field] {
        optionFields + (options["device_info"]?.text.map { [HTTPRequest.Field(name: "device_info", value: $0)] } ?? [])
    }

    /// Returns a REST v1 request for an MVPD, to the service that the MVPD is bound to.
    func apiRequest(
        _ method: String = "GET", _ path: String, mvpd: String, _ further: (name: String, value: String)...
    ) -> HTTPRequest {
        let service = configuration?.provider(id: mvpd)?.service ?? situation.service ?? ""
        var request = HTTPRequest(method: method, service: service, path: path)
        request.query = parameters() + further.map { HTTPRequest.Field(name: $0.name, value: $0.value) }
        return request
    }
}

extension ServiceOutcome {
    /// The code for a request that failed before it was answered; nil for an answer.
    var statuses: [StatusReport]? {
        switch self {
        case .answer, .noCredentials: nil
        case .notRegistered: [StatusReport("R400")]
        case .noAccessToken: [StatusReport("R401")]
        case .unreachable, .foreign: []
        case .insecure(let reason): [StatusReport("SEC420", message: reason)]
        case .otherDevice: [.otherDevice]
        }
    }

    /// The human-readable reason why there is no useful answer.
    var reason: String {
        switch self {
        case .answer(let answer), .noCredentials(let answer):
            if answer.status == 429 {
                "Too many requests (throttled by the service)."
            } else {
                answer.json.flatMap { ($0["details"] ?? $0["message"])?.text } ?? "The service answered \(answer.status)."
            }
        case .otherDevice(let answer): answer.json?["message"]?.text ?? "The login is another device's."
        case .notRegistered: "The software statement is missing, invalid or revoked."
        case .noAccessToken: "No access token could be obtained."
        case .unreachable(let reason), .foreign(let reason), .insecure(let reason): reason
        }
    }

    /// The service's answer to the request, or to one that preceded it.
    var received: HTTPAnswer? {
        switch self {
        case .answer(let answer), .noCredentials(let answer): answer
        case .notRegistered, .noAccessToken, .unreachable, .foreign, .insecure, .otherDevice: nil
        }
    }

    /// Whether the next attempt may have another outcome.
    var isTemporary: Bool { self != .notRegistered && self != .noAccessToken }
}
