import Foundation
import ServiceAccess

@testable import AccessEnabler

/// A service whose answers are set by the arrangements: REST v1 as far as the library uses it.
struct FakeService {
    struct Integration {
        let mvpd: String
        let provider: String
        var boarding: String?
        var isEnabled = true
        var hasSingleSignOn = false
        var degradation: String?
        var authenticatesPerRequestor = false
        var lifetime: Int64 = 30 * 86_400_000
        var isTemporaryPass = false
        var isPromotional = false
        var isPassive = false
    }

    struct Token {
        let mvpd: String
        let user: String
        let expires: Int64
        let source: Session.Source
    }

    var integrations = [
        Integration(mvpd: "AlphaCable", provider: "alpha.example", boarding: "SUPPORTED", hasSingleSignOn: true),
        Integration(mvpd: "BetaFiber", provider: "beta.example", boarding: "PICKER", hasSingleSignOn: true),
        Integration(mvpd: "GammaSat", provider: "gamma.example"),
        Integration(mvpd: "DeltaCoop", provider: "delta.example", boarding: "SUPPORTED"),
        Integration(mvpd: "EpsilonTV", provider: "epsilon.example", boarding: "SUPPORTED", isEnabled: false),
        Integration(mvpd: "TempPass", provider: "temp-pass", isTemporaryPass: true),
    ]
    var acceptsStatements = true
    var isReachable = true
    /// Whether its certificate is trusted.
    var isTrusted = true
    var isProviderReachable = true
    var refusedProviders: Set<String> = []
    var faults: [String: Int] = [:]
    /// The MVPDs at which the device is signed in, by other requestors.
    var sharedLogins: [String: String] = [:]
    var tellsDeviceID = false
    var takesMediaRSS = false
    /// What the user metadata contains besides the usual.
    var furtherMetadata: [String: JSONValue] = [:]
    /// The answer to preauthorize instead of decisions.
    var preauthorizeAnswer: HTTPAnswer?
    /// Bearer tokens that are accepted; empties when a test revokes them.
    var accessTokens: Set<String> = []
    var clients: Set<String> = []
    /// Whether a client is forgotten as soon as it has an access token.
    var forgetsEveryClient = false
    /// How often an access token is accepted; nil: always.
    var accessTokenUses: Int?
    private var uses: [String: Int] = [:]
    private var owners: [String: String] = [:]
    /// Milliseconds since 1970 by the service's clock.
    var now: Int64 = 1_790_000_000_000
    private(set) var requests: [HTTPRequest] = []
    private(set) var token: Token?
    /// The issued registration codes, each with its MVPD.
    private(set) var codes: [(code: String, mvpd: String)] = []
    /// The lifetime of registration codes, in milliseconds.
    var codeLifetime: Int64 = 1_800_000
    /// The duration of a temporary pass, in milliseconds.
    var passDuration: Int64 = 600_000
    private var passEnd: Int64?
    /// Whether refusals contain the enhanced code, in addition to the headers.
    var hasEnhancedErrors = true
    /// The rule that permitted each resource, or an empty text.
    private var authorizations: [String: String] = [:]
    private var denials: [String: Int] = [:]

    /// Until when connections are lost, by the service's clock.
    var outage: Int64 = 0
    /// Changes the response to a request on its way; nil: there is none.
    var network: (@Sendable (HTTPRequest, HTTPOutcome) -> HTTPOutcome?)?

    /// Answers one request; nil: never.
    mutating func answer(_ request: HTTPRequest) -> HTTPOutcome? {
        requests.append(request)
        let outcome = outcome(of: request)
        return network.map { $0(request, outcome) } ?? outcome
    }

    private mutating func outcome(of request: HTTPRequest) -> HTTPOutcome {
        guard isReachable else { return .unreachable("connection refused") }
        guard now >= outage else { return .interrupted("connection closed") }
        guard isTrusted else { return .insecure("certificate verify failed") }
        if let status = faults[request.path] { return .answer(HTTPAnswer(status: status, body: Array("<html>".utf8))) }
        let fields = request.query + { if case .form(let form) = request.body { form } else { [] } }()
        let parameters = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return .answer(dated(answer(request, parameters)))
    }

    private mutating func answer(_ request: HTTPRequest, _ parameters: [String: String]) -> HTTPAnswer {
        switch request.path {
        case "/o/client/register":
            guard acceptsStatements else { return json(400, ["error": .text("invalid_software_statement")]) }
            clients.insert("client-\(clients.count)")
            return json(201, ["client_id": .text("client-\(clients.count - 1)"), "client_secret": .text("secret")])
        case "/o/client/token":
            guard clients.contains(parameters["client_id"] ?? "") else { return json(400, ["error": .text("invalid_client")]) }
            let token = "access-\(requests.count)"
            accessTokens.insert(token)
            owners[token] = parameters["client_id"]
            if forgetsEveryClient { clients = [] }
            return json(201, ["access_token": .text(token), "expires_in": .integer(21_600)])
        default: break
        }
        if let refusal = refuseBearer(of: request) { return refusal }
        if request.path.hasPrefix("/api/v1/config/") { return configuration(request) }
        if request.path.contains("/profile-requests/") {
            let mvpd = String(request.path.split(separator: "/").last ?? "")
            guard integration(mvpd)?.degradation != "authn-all" else { return HTTPAnswer(status: 204) }
            return HTTPAnswer(status: 200, body: Array(Data("<request/>".utf8).base64EncodedString().utf8))
        }
        if request.path.hasPrefix("/reggie/v1/") { return registrationCode(parameters["mvpd"] ?? "") }
        return answer(request.method, request.path, parameters)
    }

    private mutating func refuseBearer(of request: HTTPRequest) -> HTTPAnswer? {
        let bearer = String(request.headers.first { $0.name == "Authorization" }?.value.dropFirst("Bearer ".count) ?? "")
        uses[bearer, default: 0] += 1
        guard accessTokens.contains(bearer), uses[bearer, default: 0] <= accessTokenUses ?? .max else {
            return json(401, ["error": .text("access_denied")])
        }
        guard owners[bearer].map(clients.contains) ?? true else { return json(403, ["error": .text("invalid_client")]) }
        return nil
    }

    private mutating func registrationCode(_ mvpd: String) -> HTTPAnswer {
        let code = "CODE\(codes.count + 1)"
        codes.append((code, mvpd))
        return json(
            201,
            [
                "code": .text(code), "generated": .integer(now), "expires": .integer(now + codeLifetime),
                "info": .object(["registrationURL": .text("http://127.0.0.1:1/activate")]),
            ])
    }

    /// A subscriber logs in at a provider in a browser.
    mutating func logIn(_ subscriber: String, at mvpd: String) {
        guard let integration = integration(mvpd) else { return }
        token = Token(mvpd: mvpd, user: "u-\(subscriber)", expires: now + integration.lifetime, source: .regular)
    }

    private mutating func answer(_ method: String, _ path: String, _ parameters: [String: String]) -> HTTPAnswer {
        switch (method, path) {
        case ("POST", "/api/v1/tokens/authn"): return exchange(parameters)
        case ("GET", "/api/v1/checkauthn"):
            return token.map { $0.expires > now } == true ? HTTPAnswer(status: 200) : json(403, ["status": .integer(403)])
        case ("GET", "/api/v1/tokens/authn"):
            guard let token else { return json(404, ["status": .integer(404)]) }
            guard token.expires > now else { return json(410, ["status": .integer(410)]) }
            let rule = integration(token.mvpd)?.degradation
            guard token.source != .degraded || rule == "authn-all" else { return json(410, ["status": .integer(410)]) }
            var fields: [String: JSONValue] = [
                "requestor": .text("REF30"), "mvpd": .text(token.mvpd), "userId": .text(token.user),
                "expires": .text("\(token.expires)"),
            ]
            if rule == "authn-all" { fields["degradation"] = .text("authn-all") }
            if token.source == .degraded { fields["type"] = .text("degraded") }
            return json(200, fields)
        case ("GET", "/api/v1/tokens/usermetadata"):
            guard let token else { return json(412, [:]) }
            let source: [String: JSONValue] = token.source == .apple ? ["tokenSource": .text("Apple")] : [:]
            return json(
                200,
                [
                    "updated": .integer(1), "encrypted": .list([.text("zip")]),
                    "data": .object(
                        ["userID": .text(token.user), "zip": .text("…")].merging(source) { $1 }.merging(furtherMetadata) { $1 }),
                ])
        case ("GET", "/api/v1/authorize"): return authorize(parameters["resource"] ?? "")
        case ("GET", "/api/v1/tokens/media"):
            let resource = parameters["resource"] ?? ""
            guard isAuthorized(resource) else { return json(403, ["code": .text("authorization_not_found")]) }
            return json(200, ["serializedToken": .text("token-\(requests.count)"), "resource": .text(resource)])
        case ("GET", "/api/v1/preauthorize"):
            return preauthorizeAnswer ?? preauthorize(parameters["resource"] ?? "")
        case ("POST", "/api/v1/authenticate/freepreview"): return startTemporaryPass(parameters)
        case ("DELETE", "/api/v1/logout"):
            token = nil
            return HTTPAnswer(status: 204)
        default: return json(404, ["message": .text("no such path \(path)")])
        }
    }

    private func configuration(_ request: HTTPRequest) -> HTTPAnswer {
        guard request.path.hasSuffix("/REF30") || request.path.hasSuffix("/REF60") else {
            return json(400, ["code": .text("invalid_requestor"), "message": .text("No such requestor.")])
        }
        let mvpds = integrations.filter(\.isEnabled).map { integration -> JSONValue in
            var object: [String: JSONValue] = [
                "id": .text(integration.mvpd), "displayName": .text("The \(integration.mvpd)"),
                "requiresSVC": .flag(integration.mvpd == "BetaFiber"), "isTempPass": .flag(integration.isTemporaryPass),
                "isPromotional": .flag(integration.isPromotional),
                "authPerAggregator": .flag(integration.isPassive || integration.authenticatesPerRequestor),
                "passiveAuthnEnabled": .flag(integration.isPassive),
            ]
            if let boarding = integration.boarding {
                object["boardingStatus"] = .text(boarding)
                object["enablePlatformServices"] = .flag(integration.hasSingleSignOn)
                object["platformMappingId"] = .text(integration.provider)
                object["requiredMetadataFields"] = .list([.text("userID"), .text("zip")])
            }
            if let degradation = integration.degradation { object["degradation"] = .text(degradation) }
            return .object(object)
        }
        let domains = JSONValue.list([.object(["name": .text("ref30.example")])])
        return json(
            200,
            [
                "requestor": .object([
                    "id": .text("REF30"), "domains": domains, "mvpds": .list(mvpds), "deviceIdMetadata": .flag(tellsDeviceID),
                ])
            ])
    }

    private mutating func exchange(_ parameters: [String: String]) -> HTTPAnswer {
        guard let integration = integration(parameters["mvpd"] ?? ""), integration.isEnabled else { return json(400, [:]) }
        let expires = now + integration.lifetime
        if let requestor = parameters["sharedRequestor"] {
            guard sharedLogins[requestor] == integration.mvpd else { return json(400, [:]) }
            token = Token(mvpd: integration.mvpd, user: "u-alice", expires: expires, source: .regular)
            return HTTPAnswer(status: 204)
        }
        if integration.degradation == "authn-all" {
            // Keeps a valid login of a user.
            if let token, token.mvpd == integration.mvpd, token.source != .degraded, token.expires > now {
                return HTTPAnswer(status: 204)
            }
            token = Token(mvpd: integration.mvpd, user: "degraded", expires: expires, source: .degraded)
            return HTTPAnswer(status: 204)
        }
        guard let response = parameters["SAMLResponse"].flatMap({ Data(base64Encoded: $0) }) else { return json(400, [:]) }
        let words = String(decoding: response, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 5, words[0] == "saml", words[1] == integration.provider,
            !refusedProviders.contains(integration.provider)
        else { return json(400, ["message": .text("The response is refused.")]) }
        token = Token(mvpd: integration.mvpd, user: "u-\(words[2])", expires: expires, source: .apple)
        return HTTPAnswer(status: 204)
    }

    private mutating func startTemporaryPass(_ parameters: [String: String]) -> HTTPAnswer {
        guard let integration = integration(parameters["mso_id"] ?? ""), integration.isTemporaryPass,
            parameters["requestor_id"] == "REF30", parameters["domain_name"] == "ref30.example"
        else { return json(400, ["code": .text("bad_request")]) }
        guard passEnd.map({ $0 > now }) ?? true else {
            return refuse("N111", "temporary_access_duration_limit_exceeded", "The pass has expired.", status: 400)
        }
        token = Token(
            mvpd: integration.mvpd, user: "temppass_0", expires: min(passEnd ?? .max, now + integration.lifetime),
            source: .temporaryPass)
        return HTTPAnswer(status: 204)
    }

    /// The user chooses the temporary pass on a second screen.
    mutating func startTemporaryPass() {
        _ = startTemporaryPass(["mso_id": "TempPass", "requestor_id": "REF30", "domain_name": "ref30.example"])
    }

    /// The first authorization starts the pass.
    private mutating func useTemporaryPass(_ resource: String, _ token: Token) -> HTTPAnswer {
        let end = passEnd ?? now + passDuration
        passEnd = end
        self.token = Token(mvpd: token.mvpd, user: token.user, expires: min(token.expires, end), source: .temporaryPass)
        authorizations[resource] = ""
        return json(200, ["expires": .text("\(min(end, now + 86_400_000))"), "resource": .text(resource)])
    }

    private mutating func authorize(_ resource: String) -> HTTPAnswer {
        if let token, token.source == .temporaryPass, let passEnd, passEnd <= now {
            return refuse("N111", "temporary_access_duration_limit_exceeded", "")
        }
        guard let token, token.expires > now, let integration = integration(token.mvpd) else {
            return json(403, ["code": .text("authentication_session_missing")])
        }
        guard isProviderReachable else { return refuse("Z120", "network_connection_timeout", "") }
        switch integration.degradation {
        case "authz-none": return refuse("Z169", "authorization_denied_by_degradation_rule", "Down.")
        case "authn-all", "authz-all":
            authorizations[resource] = integration.degradation
            return json(
                200, ["expires": .text("\(now + 1_000)"), "degradation": integration.degradation.map(JSONValue.text) ?? .null])
        default: break
        }
        guard token.source != .temporaryPass else { return useTemporaryPass(resource, token) }
        guard takesMediaRSS || !resource.hasPrefix("<") else { return refuse("Z130", "malformed_authz_request", "", status: 400) }
        guard token.user != "u-bob" || resource == "news" else {
            denials[resource, default: 0] += 1
            guard denials[resource, default: 0] <= 3 else {
                return refuse("Z110", "authorization_denied_by_repeated_denials", "")
            }
            return refuse("Z100", "authorization_denied_by_mvpd", "Not in your package.")
        }
        authorizations[resource] = ""
        return json(200, ["expires": .text("\(now + 86_400_000)"), "resource": .text(resource)])
    }

    private func preauthorize(_ list: String) -> HTTPAnswer {
        let resources = list.split(separator: ",").map { String($0).replacing("%2C", with: ",").replacing("%25", with: "%") }
        guard let token, token.expires > now else {
            return json(412, ["code": .text("preauthorization_authentication_session_missing"), "message": .text("Nobody.")])
        }
        guard !resources.isEmpty else {
            return json(
                400,
                ["status": .integer(400), "code": .text("missing_resource"), "message": .text("Parameter resource is required.")])
        }
        guard resources.count <= 5 else {
            return json(
                403,
                [
                    "status": .integer(403), "code": .text("too_many_resources"), "message": .text("At most 5."),
                    "action": .text("configuration"),
                ])
        }
        let known = ["news", "sports", "kids", "movies"]
        return json(
            200,
            [
                "resources": .list(
                    resources.reversed().map { .object(["id": .text($0), "authorized": .flag(known.contains($0))]) })
            ])
    }

    private func integration(_ mvpd: String) -> Integration? { integrations.first { $0.mvpd == mvpd } }

    /// The page of a degraded provider was shown: there is no prompt.
    mutating func logInDegraded(at mvpd: String) {
        guard let integration = integration(mvpd), integration.degradation == "authn-all" else { return }
        token = Token(mvpd: mvpd, user: "degraded", expires: now + integration.lifetime, source: .degraded)
    }

    /// The page of a logout was shown.
    mutating func logOut() { token = nil }

    /// What a rule permits ends with the rule, and a rule may deny what was permitted.
    private func isAuthorized(_ resource: String) -> Bool {
        guard let permission = authorizations[resource] else { return false }
        let rule = token.flatMap { integration($0.mvpd) }?.degradation
        return rule != "authz-none" && (permission.isEmpty || permission == rule)
    }

    /// Forgets the authorizations, like a restarted service.
    mutating func forgetAuthorizations() { authorizations = [:] }

    private func refuse(_ code: String, _ enhanced: String, _ details: String, status: Int = 403) -> HTTPAnswer {
        let body: [String: JSONValue] = ["details": .text(details), "message": .text("Denied.")]
        var answer = json(status, hasEnhancedErrors ? body.merging(["code": .text(enhanced)]) { $1 } : body)
        answer.headers = ["authzf-error-code": code, "authzf-sub-error-code": enhanced]
        return answer
    }

    private func json(_ status: Int, _ object: [String: JSONValue]) -> HTTPAnswer {
        HTTPAnswer(status: status, body: JSONValue.object(object).serialized)
    }

    private func dated(_ answer: HTTPAnswer) -> HTTPAnswer {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var answer = answer
        answer.headers["date"] = formatter.string(from: Date(timeIntervalSince1970: Double(now) / 1_000))
        return answer
    }
}
