/// The answers of the service to the calls of REST v2, predicted from tables 20 to 36: steps in, lines out.
///
/// It is the service's counterpart in random walks and shares no code with it.
public struct RESTModel: Sendable {
    /// A degradation rule.
    public enum Rule: String, Sendable, CaseIterable { case authnAll, authzAll, authzNone }

    struct Key: Hashable, Sendable {
        let caller: RESTCaller
        let mvpd: String
    }

    /// A stored sign-in.
    struct Profile: Sendable {
        let id: Int
        let user: String
        let isApple: Bool
        let start: Int64
        var end: Int64
        let identities: [RESTIdentity]
        var isEnded = false
    }

    /// A profile as a caller finds it.
    struct Found: Sendable {
        let type: String
        let profile: Profile
        let source: Key
    }

    struct Code: Sendable {
        let caller: RESTCaller
        let start: Int64
        let identities: [RESTIdentity]
        var mvpd: String?
        var hasDomain: Bool
        var hasRedirect: Bool
        var isReplaced = false
        /// The profile that completed it.
        var profile: Int?
        var isUsed: Bool { profile != nil }
        var end: Int64 { start + RESTModel.codeLife }

        var missing: [String] {
            (mvpd == nil ? ["mvpd"] : []) + (hasDomain ? [] : ["domainName"]) + (hasRedirect ? [] : ["redirectUrl"])
        }
    }

    struct Request: Sendable {
        let caller: RESTCaller
        let mvpd: String
        let end: Int64
        /// The session's code; nil for the partner's.
        let code: Int?
        var isUsed = false
    }

    struct Grant: Sendable {
        let profile: Int
        let start: Int64
        let end: Int64
    }

    struct GrantKey: Hashable, Sendable {
        let key: Key
        let resource: String
    }

    struct Sharing: Hashable, Sendable {
        let identity: RESTIdentity
        let mvpd: String
    }

    /// A temporary pass that has started.
    struct Trial: Sendable {
        let start: Int64
        /// What was watched with a promotional pass.
        var assets: [String] = []
    }

    /// The holder of a started temporary pass: the users of the promotional one are known.
    enum TrialHolder: Hashable, Sendable {
        case device(Int, mvpd: String)
        case user(Int)
    }

    static let day: Int64 = 86_400_000
    static let codeLife: Int64 = 1_800_000
    static let passLife: Int64 = 600_000
    /// The promotional pass, and its number of assets.
    public static let promotionalPass = (mvpd: "PromoPass", assets: 2)
    static let passes: Set<String> = ["TempPass", promotionalPass.mvpd]

    /// The service's time.
    public internal(set) var now: Int64
    var codes: [Code] = []
    var requests: [Request] = []
    var profiles: [Key: Profile] = [:]
    var grants: [GrantKey: Grant] = [:]
    var trials: [Trial] = []
    var trialHolders: [TrialHolder: Int] = [:]
    var rules: [String: Rule] = [:]
    var enabled: Set<String> = ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "TempPass", "PromoPass"]
    var singleSignOn: Set<String> = ["AlphaCable", "BetaFiber"]
    /// The login that an identity shares.
    var sharings: [Sharing: Key] = [:]
    var lastProfile = 0

    public init(now: Int64) { self.now = now }

    /// The platform's identifiers of the providers that have one, and those that the platform supports.
    static let providers = [
        "alpha.example": "AlphaCable", "beta.example": "BetaFiber", "delta.example": "DeltaCoop", "epsilon.example": "EpsilonTV",
    ]
    static let supported: Set<String> = ["AlphaCable", "DeltaCoop", "EpsilonTV"]
    /// What the subscribers may watch.
    static let channels = ["alice": ["news", "sports", "kids", "movies"], "bob": ["news"]]

    /// The answers of the service.
    public mutating func answer(_ step: RESTStep) -> String {
        switch step {
        case .createSession(let caller, let headers, let fields): createSession(caller, headers, fields)
        case .resumeSession(let code, let fields): resume(index(code, of: codes.count), fields)
        case .readSession(let code): read(index(code, of: codes.count))
        case .openLogin(let code): openLogin(index(code, of: codes.count))
        case .finishLogin(let request, let user): finishLogin(index(request, of: requests.count), user)
        case .profiles(let caller, let headers, let mvpd): profiles(caller, headers, mvpd)
        case .profileByCode(let code): profile(ofCode: index(code, of: codes.count))
        case .decide(let caller, let headers, let mvpd, let resources, let isPlayback):
            decide(caller, headers, mvpd, resources, isPlayback: isPlayback)
        case .logout(let caller, let headers, let mvpd, let redirect): logout(caller, headers, mvpd, redirect)
        case .partnerSession(let caller, let headers, let fields): partnerSession(caller, headers, fields)
        case .partnerProfile(let caller, let headers, let request):
            partnerProfile(caller, headers, index(request, of: requests.count))
        default: happen(step)
        }
    }

    private func index(_ number: Int, of count: Int) -> Int? { count == 0 ? nil : RESTStep.index(number, of: count) }

    private mutating func happen(_ step: RESTStep) -> String {
        switch step {
        case .elapse(let time): now += time
        case .degrade(let mvpd, let rule): rules[mvpd] = rule
        case .integrate(let mvpd, true): enabled.insert(mvpd)
        case .integrate(let mvpd, false): enabled.remove(mvpd)
        case .singleSignOn(let mvpd, true): singleSignOn.insert(mvpd)
        case .singleSignOn(let mvpd, false): singleSignOn.remove(mvpd)
        case .endProfile(let caller, let mvpd):
            let key = Key(caller: caller, mvpd: mvpd)
            guard var profile = profiles[key] else { return "404" }
            profile.isEnded = true
            profile.end = min(profile.end, now)
            profiles[key] = profile
        default: break
        }
        return ""
    }
}

// What is stored.
extension RESTModel {
    func isValid(_ profile: Profile) -> Bool { !profile.isEnded && now < profile.end }

    /// The caller's own profile, else the one that its identity shares. That of the system account counts only with a matching status.
    func find(_ key: Key, _ headers: RESTHeaders = RESTHeaders(), admits: Bool = false) -> Found? {
        guard enabled.contains(key.mvpd) else { return nil }
        if let own = profiles[key], isValid(own), !own.isApple || admits {
            return Found(type: own.isApple ? "appleSSO" : "regular", profile: own, source: key)
        }
        for identity in headers.identities {
            if let found = shared(identity, with: key) { return found }
        }
        return nil
    }

    /// The first login with an identity is shared, while its profile is valid.
    func shared(_ identity: RESTIdentity, with key: Key) -> Found? {
        guard let source = sharings[Sharing(identity: identity, mvpd: key.mvpd)], source != key, let profile = profiles[source],
            profile.identities.contains(identity), isValid(profile)
        else { return nil }
        let type =
            switch identity {
            case .platform: "platformSSO"
            case .service: "serviceTokenSSO"
            }
        return Found(type: type, profile: profile, source: source)
    }

    /// The verdict about the account for an MVPD, or for the one that the status names: the error's code, or OK and P6.
    func verdict(_ status: RESTHeaders.Status?, for mvpd: String? = nil) -> (code: String?, admits: Bool) {
        guard let status else { return ("invalid_header_pfs_permission_access_not_present", false) }
        if status.access == .notDetermined { return ("invalid_header_pfs_permission_access_not_determined", false) }
        if status.access == .denied { return ("invalid_header_pfs_permission_access_not_granted", false) }
        guard let named = status.provider.flatMap({ Self.providers[$0] }) else {
            return ("invalid_header_pfs_provider_id_not_determined", false)
        }
        if let mvpd, mvpd != named { return ("invalid_header_pfs_provider_id_mismatch", false) }
        return status.date == .past ? ("invalid_header_pfs_provider_info_expired", true) : (nil, true)
    }

    mutating func store(_ user: String, _ key: Key, isApple: Bool, identities: [RESTIdentity]) -> Profile {
        lastProfile += 1
        let profile = Profile(
            id: lastProfile, user: user, isApple: isApple, start: now, end: now + 30 * Self.day, identities: identities)
        profiles[key] = profile
        for identity in identities {
            let sharing = Sharing(identity: identity, mvpd: key.mvpd)
            let shared = sharings[sharing].flatMap { profiles[$0] }
            if shared.map({ !isValid($0) || !$0.identities.contains(identity) }) ?? true { sharings[sharing] = key }
        }
        grants = grants.filter { $0.key.key != key }
        return profile
    }
}

// The lines.
extension RESTModel {
    static let noIntegration = "400 invalid_integration"
    static let noSession = "400 invalid_authentication_session"

    static func line(_ mvpd: String, _ type: String, _ user: String?, _ start: Int64, _ end: Int64) -> String {
        "\(mvpd) \(type) \(user ?? "-") \(start)-\(end)"
    }

    func line(_ found: Found, _ mvpd: String) -> String {
        Self.line(mvpd, found.type, found.profile.user, found.profile.start, end(of: found))
    }

    /// A shared profile lasts no longer than one of the caller's own would.
    private func end(of found: Found) -> Int64 {
        ["platformSSO", "serviceTokenSSO"].contains(found.type) ? min(found.profile.end, now + 30 * Self.day) : found.profile.end
    }

    func degraded(_ mvpd: String) -> String { Self.line(mvpd, "degraded", nil, now, now + 30 * Self.day) }

    static func session(_ action: String, _ reason: String, _ mvpd: String?, _ code: Int?, _ missing: [String] = []) -> String {
        [action, reason, mvpd ?? "-", code.map { "#\($0)" } ?? "-", missing.joined(separator: ",")].joined(separator: " ")
    }
}
