import EntitlementModel
import Foundation
import ServiceAccess

@testable import AccessEnabler

/// The services of a walk: REST v1 according to the world, with their own state.
struct WalkServices: Sendable {
    struct Login: Sendable {
        let mvpd: String
        let user: String
        var expires: Int64
        /// Which login of the walk it is.
        let number: Int
        /// The holder of the temporary pass; nil for other logins.
        var passHolder: String?
        var isApple = false
        /// The authorizations: whether a degradation rule granted them.
        var authorized: [String: Bool] = [:]
    }

    private var clients: [World.Service: Set<String>] = [:]
    private var bearers: [World.Service: Set<String>] = [:]
    private var logins: [World.Service: [String: Login]] = [:]
    /// When the started temporary passes end, by holder.
    private var passEnds: [World.Service: [String: Int64]] = [:]
    private var lastNumber = 0
    /// The page that the last registration code is for.
    private var page: (mvpd: String, service: World.Service, requestor: String)?
    /// Requestor and MVPD of the tokens that the app has fetched since its last logout, from any service.
    private var fetched: Set<String> = []
    /// Requestor and MVPD of the logins for which media tokens were issued.
    private var owners: [Int: String] = [:]
    /// The number of the last login before the app's last logout.
    private var lastBeforeLogout = 0
    /// The media tokens that were issued.
    private(set) var mediaTokens: [String: Int] = [:]

    static func address(of service: World.Service) -> String { service == .first ? "http://127.0.0.1:1" : "http://127.0.0.1:2" }

    static func service(at address: String) -> World.Service? {
        World.Service.allCases.first { Self.address(of: $0) == address }
    }

    /// Whether a page is one of the services.
    static func isPage(_ url: String) -> Bool {
        ["/api/", "/adobe-services/"].contains { path in
            url.range(of: path).flatMap { service(at: String(url[..<$0.lowerBound])) } != nil
        }
    }

    /// The app logs out: what it fetched before no longer counts.
    mutating func forgetFetched() {
        fetched = []
        lastBeforeLogout = lastNumber
    }

    /// Whether a login is from before the app's last logout, and the app has not logged in there again: a service may not know
    /// about the logout.
    func isOld(_ login: Int) -> Bool { login <= lastBeforeLogout && owners[login].map(fetched.contains) != true }

    mutating func apply(_ happening: Happening, _ world: World) {
        switch happening {
        case .pageLogin:
            if let page { logIn(page.mvpd, requestor: page.requestor, at: page.service, world) }
        case .accessTokensEnd: bearers = [:]
        case .registrationsEnd: (clients, bearers) = ([:], [:])
        case .loginsEnd: logins = [:]
        case .authorizationsEnd:
            for (service, known) in logins {
                for requestor in known.keys { logins[service]?[requestor]?.authorized = [:] }
            }
        default: break
        }
    }

    private mutating func logIn(
        _ mvpd: String, requestor: String, at service: World.Service, _ world: World, isDegraded: Bool = false,
        isApple: Bool = false
    ) {
        guard let provider = world.provider(mvpd, of: service) else { return }
        lastNumber += 1
        logins[service, default: [:]][requestor] = Login(
            mvpd: mvpd, user: isDegraded ? World.degradedUser : World.user(of: mvpd), expires: world.now + provider.lifetime,
            number: lastNumber, isApple: isApple)
    }

    /// Answers one request.
    mutating func answer(_ request: HTTPRequest, _ world: World) -> HTTPOutcome {
        guard let service = Self.service(at: request.service), let endpoint = Self.endpoint(of: request) else {
            return .unreachable("\(request.service)\(request.path) is not an address of the walk's services")
        }
        switch world.fault(endpoint, of: service) {
        case .unreachable?: return .unreachable("connection refused")
        case .insecure?: return .insecure("self-signed certificate")
        case .status(let status)?: return json(status, #"{"error":"fault"}"#)
        case .otherDevice? where endpoint != .register && endpoint != .token:
            return json(412, #"{"code":"device_id_mismatch"}"#)
        case .otherDevice?: break
        case .portal?: return .answer(HTTPAnswer(status: 200, body: Array("<html>".utf8)))
        case nil: break
        }
        let exchange = Exchange(request, service, world)
        switch endpoint {
        case .register: return register(exchange)
        case .token: return token(exchange)
        default: break
        }
        if let refusal = refusal(of: exchange) { return refusal }
        return answer(endpoint, exchange)
    }

    private static func endpoint(of request: HTTPRequest) -> World.Endpoint? {
        switch (request.method, request.path) {
        case ("POST", "/o/client/register"): .register
        case ("POST", "/o/client/token"): .token
        case ("POST", "/api/v1/tokens/authn"): .exchange
        case ("POST", "/api/v1/authenticate/freepreview"): .temporaryPass
        case ("POST", let path) where path.hasPrefix("/reggie/v1/"): .registrationCode
        case ("GET", "/api/v1/tokens/authn"): .authenticationToken
        case ("GET", "/api/v1/tokens/usermetadata"): .userMetadata
        case ("GET", "/api/v1/authorize"): .authorize
        case ("GET", "/api/v1/tokens/media"): .mediaToken
        case ("GET", "/api/v1/preauthorize"): .preauthorize
        case ("DELETE", "/api/v1/logout"): .logout
        case ("GET", let path) where path.hasPrefix("/api/v1/config/"): .configuration
        case ("GET", let path) where path.contains("/profile-requests/"): .profileRequest
        default: nil
        }
    }

    /// One request with what is read from it.
    private struct Exchange {
        let request: HTTPRequest
        let service: World.Service
        let world: World
        let fields: [HTTPRequest.Field]

        init(_ request: HTTPRequest, _ service: World.Service, _ world: World) {
            self.request = request
            self.service = service
            self.world = world
            if case .form(let form) = request.body { fields = request.query + form } else { fields = request.query }
        }

        func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
        var requestor: String { value("requestor") }
    }
}

// Registration and access tokens.
extension WalkServices {
    private mutating func register(_ exchange: Exchange) -> HTTPOutcome {
        guard exchange.world.statement == .valid else { return json(400, #"{"error":"invalid_software_statement"}"#) }
        lastNumber += 1
        clients[exchange.service, default: []].insert("client-\(lastNumber)")
        return json(201, #"{"client_id":"client-\#(lastNumber)","client_secret":"secret"}"#)
    }

    private mutating func token(_ exchange: Exchange) -> HTTPOutcome {
        guard clients[exchange.service]?.contains(exchange.value("client_id")) == true else {
            return json(400, #"{"error":"invalid_client"}"#)
        }
        lastNumber += 1
        bearers[exchange.service, default: []].insert("Bearer access-\(lastNumber)")
        return json(201, #"{"access_token":"access-\#(lastNumber)","expires_in":21600}"#)
    }

    private func refusal(of exchange: Exchange) -> HTTPOutcome? {
        guard clients[exchange.service]?.isEmpty == false else { return json(403, #"{"error":"invalid_client"}"#) }
        let bearer = exchange.request.headers.first { $0.name == "Authorization" }?.value ?? ""
        return bearers[exchange.service]?.contains(bearer) == true ? nil : json(401, #"{"error":"access_denied"}"#)
    }

    private func json(_ status: Int, _ body: String) -> HTTPOutcome {
        .answer(HTTPAnswer(status: status, body: Array(body.utf8)))
    }
}

// The service's endpoints.
extension WalkServices {
    private mutating func answer(_ endpoint: World.Endpoint, _ exchange: Exchange) -> HTTPOutcome {
        switch endpoint {
        case .configuration: return configuration(exchange)
        case .profileRequest: return profileRequest(exchange)
        case .exchange: return logIn(exchange)
        case .registrationCode: return registrationCode(exchange)
        case .temporaryPass: return startTemporaryPass(exchange)
        case .logout:
            logins[exchange.service]?[exchange.requestor] = nil
            return .answer(HTTPAnswer(status: 204))
        case .authorize:
            if let holder = logins[exchange.service]?[exchange.requestor]?.passHolder, hasEnded(holder, exchange) {
                return json(403, #"{"code":"temporary_access_duration_limit_exceeded"}"#)
            }
        default: break
        }
        guard let login = logins[exchange.service]?[exchange.requestor], login.expires > exchange.world.now else {
            return json(endpoint == .authenticationToken ? 404 : 412, #"{"code":"authentication_session_missing"}"#)
        }
        switch endpoint {
        case .authenticationToken:
            fetched.insert("\(exchange.requestor) \(login.mvpd)")
            let type = login.user == World.degradedUser ? #","type":"degraded""# : ""
            return json(200, #"{"mvpd":"\#(login.mvpd)","userId":"\#(login.user)","expires":"\#(login.expires)"\#(type)}"#)
        case .userMetadata:
            let source = login.isApple ? #","tokenSource":"Apple""# : ""
            return json(200, #"{"encrypted":["zip"],"data":{"userID":"\#(login.user)","zip":"…"\#(source)}}"#)
        case .authorize: return authorize(exchange, login)
        case .preauthorize: return preauthorize(exchange)
        default: return mediaToken(exchange, login)
        }
    }

    private func configuration(_ exchange: Exchange) -> HTTPOutcome {
        let requestor = exchange.request.path.dropFirst("/api/v1/config/".count)
        guard World.requestors.contains(String(requestor)) else { return json(400, #"{"code":"invalid_requestor"}"#) }
        let mvpds = exchange.world.providers(of: exchange.service).map { provider in
            var text = #"{"id":"\#(provider.mvpd)","requiresSVC":\#(provider.requiresSVC)"#
            text += #","isTempPass":\#(provider.isPass),"isPromotional":\#(provider.kind == .promotionalPass)"#
            text += #","authPerAggregator":\#(provider.kind == .passive),"passiveAuthnEnabled":\#(provider.kind == .passive)"#
            if let platformID = provider.platformID { text += #","platformMappingId":"\#(platformID)""# }
            switch provider.boarding {
            case .supported: text += #","boardingStatus":"SUPPORTED""#
            case .picker: text += #","boardingStatus":"PICKER""#
            case .none: break
            }
            if provider.degradation != .none { text += #","degradation":"\#(provider.degradation.rawValue)""# }
            return text + #","enablePlatformServices":\#(provider.hasSingleSignOn),"requiredMetadataFields":["userID"]}"#
        }
        guard case .answer(var answer) = json(200, #"{"requestor":{"mvpds":[\#(mvpds.joined(separator: ","))]}}"#) else {
            return .unreachable("")
        }
        if exchange.world.isClockWrong { answer.headers["date"] = "Sun, 06 Nov 1994 08:49:37 GMT" }
        return .answer(answer)
    }

    private func profileRequest(_ exchange: Exchange) -> HTTPOutcome {
        let mvpd = exchange.request.path.split(separator: "/").last.map(String.init) ?? ""
        guard let provider = exchange.world.provider(mvpd, of: exchange.service) else { return json(400, "{}") }
        guard provider.degradation != .authenticateAll else { return .answer(HTTPAnswer(status: 204)) }
        return json(200, "PHJlcXVlc3QvPg==")
    }

    private mutating func registrationCode(_ exchange: Exchange) -> HTTPOutcome {
        lastNumber += 1
        page = (exchange.value("mvpd"), exchange.service, exchange.requestor)
        let (begin, end) = (exchange.world.now, exchange.world.now + World.codeLifetime)
        return json(201, #"{"code":"CODE\#(lastNumber)","generated":"\#(begin)","expires":"\#(end)"}"#)
    }

    private mutating func logIn(_ exchange: Exchange) -> HTTPOutcome {
        let mvpd = exchange.value("mvpd")
        guard let provider = exchange.world.provider(mvpd, of: exchange.service) else { return json(400, "{}") }
        let other = exchange.value("sharedRequestor")
        guard other.isEmpty else {
            guard let login = logins[exchange.service]?[other], login.mvpd == mvpd, login.expires > exchange.world.now else {
                return json(400, "{}")
            }
            logIn(mvpd, requestor: exchange.requestor, at: exchange.service, exchange.world)
            return .answer(HTTPAnswer(status: 204))
        }
        let isDegraded = provider.degradation == .authenticateAll
        // Keeps a valid login of a user.
        if isDegraded, let login = logins[exchange.service]?[exchange.requestor], login.mvpd == mvpd,
            login.user != World.degradedUser, login.expires > exchange.world.now
        {
            return .answer(HTTPAnswer(status: 204))
        }
        let response = Data(base64Encoded: exchange.value("SAMLResponse")).map { String(decoding: $0, as: UTF8.self) }
        guard isDegraded || (response == "response of \(provider.platformID ?? "")" && !exchange.world.refusesResponses) else {
            return json(400, #"{"message":"refused"}"#)
        }
        logIn(
            mvpd, requestor: exchange.requestor, at: exchange.service, exchange.world, isDegraded: isDegraded,
            isApple: !isDegraded)
        return .answer(HTTPAnswer(status: 204))
    }

    private mutating func authorize(_ exchange: Exchange, _ login: Login) -> HTTPOutcome {
        let resource = exchange.value("resource")
        let rule = exchange.world.provider(login.mvpd, of: exchange.service)?.degradation
        let code: String
        switch (rule, World.verdict(resource)) {
        case (nil, _): return json(412, #"{"code":"authentication_session_missing"}"#)
        case (_, .malformed): code = "Z130"
        case (.authorizeNone, _): code = "Z169"
        case (World.Degradation.none?, _) where login.passHolder != nil: return useTemporaryPass(resource, exchange, login)
        case (.authenticateAll, _), (.authorizeAll, _), (_, .permit):
            let permits = rule?.permitsAll == true
            // The provider's own authorization outlives a rule.
            let isRules = permits && login.authorized[resource] != false
            logins[exchange.service]?[exchange.requestor]?.authorized[resource] = isRules
            let degradation = permits ? #","degradation":"\#(rule?.rawValue ?? "")""# : ""
            return json(200, #"{"expires":"\#(exchange.world.now + 86_400_000)"\#(degradation)}"#)
        case (_, .deny): code = "Z100"
        case (_, .repeatedly): code = "Z110"
        case (_, .offline): code = "Z120"
        }
        guard case .answer(var answer) = json(403, #"{"code":"some_code","details":"The provider's words."}"#) else {
            return .unreachable("")
        }
        answer.headers["authzf-error-code"] = code
        return .answer(answer)
    }

    private mutating func mediaToken(_ exchange: Exchange, _ login: Login) -> HTTPOutcome {
        let rule = exchange.world.provider(login.mvpd, of: exchange.service)?.degradation
        guard let isRules = login.authorized[exchange.value("resource")], rule?.keepsAuthorization(ofRule: isRules) == true else {
            return json(403, #"{"code":"authorization_not_found"}"#)
        }
        let token = "media-\(mediaTokens.count + 1)-of-\(login.number)"
        mediaTokens[token] = login.number
        owners[login.number] = "\(exchange.requestor) \(login.mvpd)"
        return json(200, #"{"serializedToken":"\#(token)"}"#)
    }

    private func preauthorize(_ exchange: Exchange) -> HTTPOutcome {
        let resources = exchange.value("resource").split(separator: ",")
        guard resources.count <= 5 else { return json(403, #"{"code":"too_many_resources"}"#) }
        let decisions = resources.map { #"{"id":"\#($0)","authorized":\#(World.verdict(String($0)) == .permit)}"# }
        return json(200, #"{"resources":[\#(decisions.reversed().joined(separator: ","))]}"#)
    }
}

// Temporary passes.
extension WalkServices {
    private func hasEnded(_ holder: String, _ exchange: Exchange) -> Bool {
        passEnds[exchange.service]?[holder].map { $0 <= exchange.world.now } ?? false
    }

    private mutating func startTemporaryPass(_ exchange: Exchange) -> HTTPOutcome {
        let (mvpd, requestor) = (exchange.value("mso_id"), exchange.value("requestor_id"))
        guard let pass = exchange.world.provider(mvpd, of: exchange.service), pass.isPass else { return json(400, "{}") }
        let user = JSONValue(parsing: Array(exchange.value("generic_data").utf8))?["email"]?.text
        let identity = pass.kind == .promotionalPass ? user : nil
        let holder = "\(requestor) of \(mvpd) by \(identity ?? "the device")"
        guard !hasEnded(holder, exchange) else { return json(400, #"{"code":"temporary_access_duration_limit_exceeded"}"#) }
        lastNumber += 1
        let end = min(passEnds[exchange.service]?[holder] ?? .max, exchange.world.now + pass.lifetime)
        logins[exchange.service, default: [:]][requestor] = Login(
            mvpd: mvpd, user: World.passUser(identity), expires: end, number: lastNumber, passHolder: holder)
        return .answer(HTTPAnswer(status: 204))
    }

    /// The first authorization starts the pass.
    private mutating func useTemporaryPass(_ resource: String, _ exchange: Exchange, _ login: Login) -> HTTPOutcome {
        let end = login.passHolder.flatMap { passEnds[exchange.service]?[$0] } ?? exchange.world.now + World.passDuration
        if let holder = login.passHolder { passEnds[exchange.service, default: [:]][holder] = end }
        logins[exchange.service]?[exchange.requestor]?.authorized[resource] = false
        logins[exchange.service]?[exchange.requestor]?.expires = min(login.expires, end)
        return json(200, #"{"expires":"\#(min(end, exchange.world.now + 86_400_000))"}"#)
    }
}
