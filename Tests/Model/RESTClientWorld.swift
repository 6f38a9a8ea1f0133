/// The surroundings of a client of REST v2 in a walk: a service that answers by a small part of the tables, the device's account,
/// and two clocks. The walk and its model have a copy each.
public struct RESTClientWorld: Sendable {
    typealias Answer = RESTClientAnswer

    struct Code: Sendable {
        let client: String
        let start: Int64
        var mvpd: String?
        var hasDomain: Bool
        var hasRedirect: Bool
        var isReplaced = false
        /// The profile that completed it.
        var profile: Answer.Profile?

        var validity: ClosedRange<Int64> { start...(start + RESTClientWorld.codeLife) }
        var missing: [String] {
            (mvpd == nil ? ["mvpd"] : []) + (hasDomain ? [] : ["domainName"]) + (hasRedirect ? [] : ["redirectUrl"])
        }
    }

    /// Profiles belong to the client and the MVPD.
    struct Key: Hashable, Sendable {
        let client: String
        let mvpd: String
    }

    static let codeLife: Int64 = 60_000
    static let tokenLife: Int64 = 3_600_000
    static let profileLife: Int64 = 7_200_000
    /// The identifiers of the platform.
    public static let platform = ["Alpha": "alpha.example", "Beta": "beta.example", "Gamma": "gamma.example"]
    /// Where the platform can sign in.
    public static let supported = ["Alpha", "Beta"]
    public static let mvpds = ["Alpha", "Beta", "Gamma", "TempPass"]
    private static let channels = ["alice": ["news", "sports", "flaky", "login"], "bob": ["news", "flaky"]]

    /// The service's time, in milliseconds since 1970.
    public internal(set) var now: Int64 = 1_700_000_000_000
    private var clockOffset: Int64 = 0
    /// The device's time.
    public var deviceNow: Int64 { now + clockOffset }

    /// The numbers of the credentials, codes, profiles and media tokens so far.
    private var numbers: [String: Int] = [:]
    private var registrations: Set<String> = []
    /// The client of an access token, and when the token ends.
    private var tokens: [String: (client: String, end: Int64)] = [:]
    private var acceptsStatement = true
    private var faults: [RESTClientFault] = []
    private var names = 1
    var codes: [String: Code] = [:]
    var profiles: [Key: Answer.Profile] = [:]
    var requests: [(mvpd: String, client: String, isUsed: Bool)] = []
    var degraded: Set<String> = []
    var hasSingleSignOn = true
    private var flaky = 0

    public private(set) var account = RESTClientStatus(.notDetermined)
    public private(set) var selection = RESTClientSelection.cancels
    public private(set) var response = RESTClientResponse.nothing
    public private(set) var identity: String?

    public init() {}

    /// The codes that the app has received, which events name by their order.
    public var known: [String] = []

    /// The code with a number; if there is none, one that was never issued.
    public func code(_ number: Int) -> String { known.isEmpty ? "NOTHERE" : known[RESTStep.index(number, of: known.count)] }

    mutating func number(_ kind: String) -> Int {
        numbers[kind, default: 0] += 1
        return numbers[kind] ?? 0
    }
}

// The events.
extension RESTClientWorld {
    public mutating func apply(_ happening: RESTClientHappening) {
        switch happening {
        case .elapse(let seconds): now += Int64(seconds) * 1_000
        case .clock(let seconds): clockOffset += Int64(seconds) * 1_000
        case .relaunch: break
        case .tokensEnd: tokens = [:]
        case .registrationsEnd: (registrations, tokens) = ([], [:])
        case .statement(let isAccepted): acceptsStatement = isAccepted
        case .faults(let faults): self.faults = faults
        case .login(let code, let user): logIn(self.code(code), user)
        case .profiles(let mvpd, let user): change(mvpd, user)
        case .degrade(let mvpd, true): degraded.insert(mvpd)
        case .degrade(let mvpd, false): degraded.remove(mvpd)
        case .singleSignOn(let isOn): hasSingleSignOn = isOn
        case .rename: names += 1
        case .flaky(let times): flaky = times
        case .account(let status): account = status
        case .selection(let selection): self.selection = selection
        case .response(let response): self.response = response
        case .identity(let identity): self.identity = identity
        }
    }

    /// The device pauses.
    public mutating func pause(seconds: Int64) { now += seconds * 1_000 }

    /// The user is in the account's dialog, and stays signed in.
    public mutating func select() -> RESTClientSelection {
        if case .signsIn(let status) = selection { account = status }
        return selection
    }

    private mutating func logIn(_ text: String, _ user: String) {
        guard let code = codes[text], !code.isReplaced, code.profile == nil, now < code.validity.upperBound, code.missing.isEmpty,
            let mvpd = code.mvpd, mvpd != "TempPass"
        else { return }
        let profile = store("regular", user, Key(client: code.client, mvpd: mvpd))
        codes[text]?.profile = profile
    }

    private mutating func change(_ mvpd: String, _ user: String?) {
        for key in profiles.keys.sorted(by: { $0.client < $1.client }) where key.mvpd == mvpd {
            if let user { _ = store("regular", user, key) } else { profiles[key] = nil }
        }
    }

    mutating func store(_ type: String, _ user: String, _ key: Key) -> Answer.Profile {
        // No two start at the same time.
        let start = now + Int64(number("profile"))
        let profile = Answer.Profile(mvpd: key.mvpd, type: type, user: user, start: start, end: now + Self.profileLife)
        profiles[key] = profile
        return profile
    }
}

// The answers of the service.
extension RESTClientWorld {
    public mutating func answer(_ request: RESTClientRequest) -> RESTClientAnswer {
        guard !faults.isEmpty else { return handle(request) }
        switch faults.removeFirst() {
        case .requestLost: return .lost
        case .answerLost:
            _ = handle(request)
            return .lost
        case .throttled: return .throttled
        case .unavailable: return .unavailable
        case .internalError: return .failure(.init(500, "internal_server_error"))
        case .retry: return .failure(.init(403, "network_received_error", "retry"))
        case .misconfigured: return .failure(.init(500, "invalid_configuration_temporary_access", "configuration"))
        case .garbage: return .garbage
        }
    }

    private mutating func handle(_ request: RESTClientRequest) -> Answer {
        switch request.call {
        case .register:
            guard acceptsStatement else { return .refused("invalid_software_statement") }
            let client = "client \(number("client"))"
            registrations.insert(client)
            return .registered(client)
        case .token(let client):
            guard registrations.contains(client) else { return .refused("invalid_client") }
            let token = "token \(number("token"))"
            tokens[token] = (client, now + Self.tokenLife)
            return .issued(token)
        default:
            guard let token = request.token.flatMap({ tokens[$0] }), now < token.end else {
                return .failure(.init(401, "invalid_access_token_client_application", "application-registration"))
            }
            return handle(request.call, request.headers, token.client)
        }
    }

    private mutating func handle(
        _ call: RESTClientRequest.Call, _ headers: RESTClientRequest.Headers, _ client: String
    ) -> Answer {
        switch call {
        case .configuration: return .configuration(names)
        case .createSession(let fields): return createSession(fields, client)
        case .resumeSession(let code, let fields): return resume(code, fields)
        case .session(let code):
            guard let open = openCode(code) else { return .failure(Self.noSession) }
            return .information(mvpd: open.mvpd, missing: open.missing, open.validity)
        case .profiles: return .profiles(Self.mvpds.compactMap { find(Key(client: client, mvpd: $0), headers.status) })
        case .profile(let mvpd): return profile(Key(client: client, mvpd: mvpd), headers)
        case .profileByCode(let code): return profile(ofCode: code)
        case .decide(let mvpd, let resources, let isPlayback):
            guard Self.mvpds.contains(mvpd) else { return .failure(Self.noIntegration) }
            guard !resources.isEmpty else { return .failure(.init(400, "invalid_parameter_resources")) }
            guard resources.count <= 5 else { return .failure(.init(403, "too_many_resources", "configuration")) }
            return .decisions(
                resources.map { decide($0, Key(client: client, mvpd: mvpd), headers, isPlayback: isPlayback) })
        case .logout(let mvpd, let redirect): return logout(Key(client: client, mvpd: mvpd), redirect)
        case .partnerSession(let fields): return partnerSession(fields, headers.status, client)
        case .partnerProfile(let request): return partnerProfile(request, headers.status, client)
        case .register, .token: return .garbage
        }
    }

    private mutating func decide(
        _ resource: String, _ key: Key, _ headers: RESTClientRequest.Headers, isPlayback: Bool
    ) -> Answer.Decision {
        func denial(_ status: Int, _ code: String, _ action: String = "none", source: String = "mvpd") -> Answer.Decision {
            Answer.Decision(resource: resource, source: source, failure: .init(status, code, action))
        }
        var source = "mvpd"
        if degraded.contains(key.mvpd) {
            source = "degradation"
        } else if key.mvpd == "TempPass" {
            source = "temppass"
            if headers.pass == nil {
                return denial(400, "invalid_header_identity_for_temporary_access", source: source)
            }
        } else {
            guard let profile = valid(key) else { return denial(403, "authenticated_profile_missing", "authentication") }
            if !Self.shows(profile, headers.status) {
                let isForAnother = headers.status?.provider != nil
                return denial(
                    400, "invalid_header_pfs_" + (isForAnother ? "provider_id_mismatch" : "permission_access_not_present"))
            }
            if resource == "login" { return denial(403, "identity_not_recognized_by_mvpd", "authentication") }
            if resource == "flaky", flaky > 0 {
                flaky -= 1
                return denial(403, "network_connection_timeout", "retry")
            }
            guard Self.channels[profile.user]?.contains(resource) == true else {
                return denial(403, isPlayback ? "authorization_denied_by_mvpd" : "preauthorization_denied_by_mvpd")
            }
        }
        return Answer.Decision(resource: resource, source: source, token: isPlayback ? number("media token") : nil)
    }
}
