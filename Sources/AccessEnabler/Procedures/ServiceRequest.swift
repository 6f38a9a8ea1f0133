/// What comes of a request that needs an access token.
enum ServiceOutcome: Sendable, Equatable {
    /// The service's answer, whatever its status.
    case answer(HTTPAnswer)
    /// The software statement is missing, invalid or revoked (R400).
    case notRegistered
    /// No access token, or none that the service takes (R401).
    case noAccessToken
    /// No useful answer to registration or token request; why.
    case unreachable(String)
    /// TLS failed; why.
    case insecure(String)
}

/// One protected request: registers the app if need be, gets an access token if there is no valid one, and sends it.
///
/// A refused access token is renewed once, a forgotten registration is made anew once.
struct ServiceRequest: Procedure {
    private enum Stage: Sendable { case registering, fetchingToken, sending }

    private let request: HTTPRequest
    private var stage = Stage.sending
    private var hasRegistered = false
    private var hasFetchedToken = false

    init(_ request: HTTPRequest) {
        self.request = request
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .http(let outcome) = input else { return begin(&machine) }
        switch outcome {
        case .unreachable(let reason): return .finished(.service(.unreachable(reason)))
        case .insecure(let reason): return .finished(.service(.insecure(reason)))
        case .answer(let answer):
            return switch stage {
            case .registering: registered(answer, &machine)
            case .fetchingToken: fetchedToken(answer, &machine)
            case .sending: answered(answer, &machine)
            }
        }
    }

    private mutating func begin(_ machine: inout EntitlementMachine) -> Progress {
        guard machine.environment.softwareStatement?.isEmpty == false else { return .finished(.service(.notRegistered)) }
        guard let client = machine.client(for: request.service) else { return register(&machine) }
        guard client.accessToken != nil, client.accessTokenExpires > machine.now else { return fetchToken(client, &machine) }
        return send(client, &machine)
    }

    // Registration.

    private mutating func register(_ machine: inout EntitlementMachine) -> Progress {
        stage = .registering
        hasRegistered = true
        let statement = machine.environment.softwareStatement ?? ""
        return machine.send(
            HTTPRequest(
                method: "POST", service: request.service, path: "/o/client/register",
                body: .json(.object(["software_statement": .text(statement)])), headers: machine.commonHeaders))
    }

    private mutating func registered(_ answer: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        guard answer.isSuccess else {
            let isRefused = (400...403).contains(answer.status)
            return .finished(.service(isRefused ? .notRegistered : .answer(answer)))
        }
        guard let json = answer.json, let id = json["client_id"]?.text, let secret = json["client_secret"]?.text else {
            return .finished(.service(.unreachable("The answer to the registration is none of the service.")))
        }
        let client = Client(id: id, secret: secret)
        machine.save(.client(key: machine.clientKey(for: request.service), client))
        return fetchToken(client, &machine)
    }

    // Access token.

    private mutating func fetchToken(_ client: Client, _ machine: inout EntitlementMachine) -> Progress {
        stage = .fetchingToken
        hasFetchedToken = true
        let form = [
            HTTPRequest.Field(name: "client_id", value: client.id),
            HTTPRequest.Field(name: "client_secret", value: client.secret),
            HTTPRequest.Field(name: "grant_type", value: "client_credentials"),
        ]
        return machine.send(
            HTTPRequest(
                method: "POST", service: request.service, path: "/o/client/token", body: .form(form),
                headers: machine.commonHeaders))
    }

    private mutating func fetchedToken(_ answer: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        guard answer.isSuccess else {
            guard (400...403).contains(answer.status) else { return .finished(.service(.answer(answer))) }
            return hasRegistered ? .finished(.service(.noAccessToken)) : register(&machine)
        }
        guard var client = machine.client(for: request.service), let json = answer.json,
            let token = json["access_token"]?.text, !token.isEmpty
        else { return .finished(.service(.unreachable("The answer to the token request is none of the service."))) }
        let lifetime = min(max(json["expires_in"]?.integer ?? 0, 0), 366 * 86_400)
        client.accessToken = token
        client.accessTokenExpires = machine.now + lifetime * 1_000
        machine.save(.client(key: machine.clientKey(for: request.service), client))
        return send(client, &machine)
    }

    // The request itself.

    private mutating func send(_ client: Client, _ machine: inout EntitlementMachine) -> Progress {
        stage = .sending
        var request = request
        let authorization = HTTPRequest.Field(name: "Authorization", value: "Bearer \(client.accessToken ?? "")")
        request.headers += machine.commonHeaders + [authorization]
        return machine.send(request)
    }

    private mutating func answered(_ answer: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        if answer.status == 401 {
            guard !hasFetchedToken, let client = machine.client(for: request.service) else {
                return .finished(.service(.noAccessToken))
            }
            return fetchToken(client, &machine)
        }
        if answer.status == 403, answer.json?["error"]?.text == "invalid_client" {
            return hasRegistered ? .finished(.service(.noAccessToken)) : register(&machine)
        }
        return .finished(.service(.answer(answer)))
    }
}

extension EntitlementMachine {
    /// Registrations are kept by base URL and statement.
    func clientKey(for service: String) -> String { "\(service) \(environment.statementDigest)" }

    /// The app's registration at a service.
    func client(for service: String) -> Client? { situation.clients[clientKey(for: service)] }

    /// The headers of every request: accepted format and client information.
    var commonHeaders: [HTTPRequest.Field] {
        let information = options["device_info"]?.text ?? Digest.base64(environment.clientInformation.serialized)
        return [
            HTTPRequest.Field(name: "Accept", value: "application/json"),
            HTTPRequest.Field(name: "X-Device-Info", value: PercentEncoding.encode(information)),
        ]
    }

    /// The parameters of REST v1 requests about this device and requestor.
    func parameters(_ further: (name: String, value: String)...) -> [HTTPRequest.Field] {
        var fields = [
            HTTPRequest.Field(name: "requestor", value: requestor ?? ""),
            HTTPRequest.Field(name: "deviceId", value: situation.deviceID),
            HTTPRequest.Field(name: "deviceType", value: environment.deviceType),
        ]
        fields += further.map { HTTPRequest.Field(name: $0.name, value: $0.value) }
        if let visitor = options["visitorID"]?.text { fields.append(HTTPRequest.Field(name: "ap_vi", value: visitor)) }
        if let profile = options["applicationProfile"]?.text {
            fields.append(HTTPRequest.Field(name: "applicationProfile", value: profile))
        }
        return fields
    }

    /// A REST v1 request about an MVPD, to the service that the MVPD is bound to.
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
    /// The code for a request that never got to its point; nil for an answer.
    var statuses: [StatusReport]? {
        switch self {
        case .answer: nil
        case .notRegistered: [StatusReport("R400")]
        case .noAccessToken: [StatusReport("R401")]
        case .unreachable: []
        case .insecure(let reason): [StatusReport("SEC420", message: reason)]
        }
    }

    /// Why there is no useful answer, for people.
    var reason: String {
        switch self {
        case .answer(let answer):
            answer.json.flatMap { ($0["details"] ?? $0["message"])?.text } ?? "The service answered \(answer.status)."
        case .notRegistered: "The software statement is missing, invalid or revoked."
        case .noAccessToken: "No access token could be obtained."
        case .unreachable(let reason), .insecure(let reason): reason
        }
    }
}
