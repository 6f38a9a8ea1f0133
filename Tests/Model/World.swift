/// Everything outside the app that decides what the library has to do: the device, the service, the clock.
///
/// It belongs to the model, which shares no code with the library: the walk's device and services read it, too.
public struct World: Sendable, Equatable {
    /// The platform whose behaviour the library shows.
    public enum Platform: Sendable { case ios, tvos }

    /// The user's permission for the app.
    public enum Permission: Sendable, CaseIterable { case granted, denied, restricted, notDetermined }

    /// How far the platform knows a provider.
    public enum Boarding: Sendable { case supported, picker, none }

    /// The degradation rules.
    public enum Degradation: String, Sendable, CaseIterable {
        case none
        case authenticateAll = "authn-all"
        case authorizeAll = "authz-all"
        case authorizeNone = "authz-none"

        /// Whether every resource is authorized.
        public var permitsAll: Bool { self == .authenticateAll || self == .authorizeAll }

        /// Whether a media token is issued for a stored authorization, which a rule may have granted (rows 4.8 and 4.9).
        public func keepsAuthorization(ofRule isRules: Bool) -> Bool { isRules ? permitsAll : self != .authorizeNone }
    }

    /// What an MVPD is.
    public enum Kind: Sendable {
        case provider
        /// A temporary pass (TempPass), which every user of the device has for a limited time.
        case temporaryPass
        /// A temporary pass for which a user may be named.
        case promotionalPass
        /// A provider that authenticates for each requestor separately, and can do so without a prompt (N001).
        case passive
    }

    /// One MVPD of the requestors.
    public struct Provider: Sendable, Equatable {
        public let mvpd: String
        public let platformID: String?
        public let boarding: Boarding
        public var isIntegrated: Bool
        public var hasSingleSignOn: Bool
        public var kind = Kind.provider
        public var degradation = Degradation.none
        /// The lifetime of a login, in milliseconds.
        public var lifetime: Int64 = 30 * 86_400_000

        /// A temporary pass of either kind.
        public var isPass: Bool { kind == .temporaryPass || kind == .promotionalPass }
        /// Its pages are for the system's browser.
        public var requiresSVC: Bool { mvpd == "BetaFiber" || kind == .passive }
        /// Single sign-on is on, and the platform knows the provider.
        public var isOffered: Bool { hasSingleSignOn && boarding != .none }
    }

    /// A user who is signed in to the system account.
    public struct Account: Sendable, Equatable {
        public let platformID: String
        /// Which of the sign-ins on this device it is.
        public let number: Int
        public var isExpired = false
        /// How often the provider has extended it without a new sign-in.
        public var renewals = 0
    }

    /// The requests that the library makes.
    public enum Endpoint: Sendable, CaseIterable {
        case register, token, configuration, profileRequest, exchange, registrationCode, authenticationToken, userMetadata
        case authorize, mediaToken, preauthorize, logout, temporaryPass
    }

    /// The fault in the answer to one of them.
    public enum Fault: Sendable, Equatable {
        case unreachable, insecure
        /// An HTTP status, with an error without details.
        case status(Int)
        /// A captive portal: 200 with a page that is not JSON.
        case portal
        /// The service reports that the login is another device's.
        case otherDevice
    }

    /// The state of the software statement.
    public enum Statement: Sendable { case valid, missing, refused }

    public let platform: Platform
    public var permission = Permission.notDetermined
    public private(set) var account: Account?
    private var signIns = 0
    public var isDeviceReachable = true
    public var statement = Statement.valid
    public var providers = World.builtIn
    /// Faults of the first service.
    public var faults: [Endpoint: Fault] = [:]
    /// Whether the service rejects the responses of all providers.
    public var refusesResponses = false
    /// The device on which the app runs: a restored storage keeps the number of another.
    public var device = 1
    /// Milliseconds since 1970.
    public var now: Int64 = 1_790_000_000_000
    /// Whether the service's clock is far from the device's.
    public var isClockWrong = false
    /// The service that answers first when both are called.
    public var fastest = Service.first

    public init(platform: Platform) { self.platform = platform }

    /// The services that an app can name.
    public enum Service: String, Sendable, CaseIterable { case first, second }

    /// The requestors that the services know.
    public static let requestors = ["REF30", "REF60"]

    /// The MVPDs of the first service.
    public static let builtIn = [
        Provider(
            mvpd: "AlphaCable", platformID: "alpha.example", boarding: .supported, isIntegrated: true, hasSingleSignOn: true),
        Provider(mvpd: "BetaFiber", platformID: "beta.example", boarding: .picker, isIntegrated: true, hasSingleSignOn: true),
        Provider(mvpd: "GammaSat", platformID: nil, boarding: .none, isIntegrated: true, hasSingleSignOn: false),
        Provider(
            mvpd: "DeltaCoop", platformID: "delta.example", boarding: .supported, isIntegrated: true, hasSingleSignOn: false),
        Provider(
            mvpd: "EpsilonTV", platformID: "epsilon.example", boarding: .supported, isIntegrated: false, hasSingleSignOn: true),
        Provider("TempPass", .temporaryPass), Provider("PromoPass", .promotionalPass), Provider("ZetaPlay", .passive),
    ]

    /// The providers of the device's line-up.
    public static let lineUp = ["alpha.example", "beta.example", "delta.example", "epsilon.example"]

    /// Whether the device itself signs users in at a provider; at the others it only remembers the choice.
    public static func deviceSignsIn(at platformID: String) -> Bool { platformID != "beta.example" }

    /// The MVPDs that a service has for both requestors, in its order.
    public func providers(of service: Service) -> [Provider] {
        switch service {
        case .first: return providers.filter(\.isIntegrated)
        case .second:
            let own = Provider(mvpd: "OmegaNet", platformID: nil, boarding: .none, isIntegrated: true, hasSingleSignOn: false)
            return [own] + providers.filter { $0.mvpd == "AlphaCable" && $0.isIntegrated }
        }
    }

    /// An integrated MVPD of a service.
    public func provider(_ mvpd: String, of service: Service) -> Provider? {
        providers(of: service).first { $0.mvpd == mvpd }
    }

    /// The duration of a temporary pass from its first use, in milliseconds.
    public static let passDuration: Int64 = 3_600_000

    /// The lifetime of a registration code, in milliseconds.
    public static let codeLifetime: Int64 = 1_800_000

    /// The active fault for a request.
    public func fault(_ endpoint: Endpoint, of service: Service) -> Fault? { service == .first ? faults[endpoint] : nil }

    /// The MVPDs' decision about a resource, which its name contains.
    public enum Verdict: Sendable { case permit, deny, repeatedly, offline, malformed }

    /// The MVPD's decision about a resource.
    public static func verdict(_ resource: String) -> Verdict {
        switch resource {
        case "sports": .deny
        case "again": .repeatedly
        case "offline": .offline
        default: resource.hasPrefix("<") ? .malformed : .permit
        }
    }

    /// The user's identifier at an MVPD.
    public static func user(of mvpd: String) -> String { "someone@\(mvpd)" }

    /// The user's identifier in a login with a temporary pass, by which the service also finds a started pass.
    public static func passUser(_ identity: String?) -> String { "temppass_\(identity ?? "")" }

    /// The user's identifier in a login by a degradation rule.
    public static let degradedUser = "anybody"
}

extension World.Provider {
    /// An MVPD that the platform does not know.
    fileprivate init(_ mvpd: String, _ kind: World.Kind) {
        self.init(mvpd: mvpd, platformID: nil, boarding: .none, isIntegrated: true, hasSingleSignOn: false, kind: kind)
    }
}

// The system account.
extension World {
    /// A user signs in, or the device remembers the provider; nil: the account is signed out.
    public mutating func signIn(at platformID: String?) {
        signIns += 1
        account = platformID.map { Account(platformID: $0, number: signIns) }
    }

    /// The sign-in expires; the account stays.
    mutating func expireAccount() { account?.isExpired = true }

    /// The provider extends the sign-in because of another app's request.
    mutating func renewAccount() {
        account?.isExpired = false
        account?.renewals += 1
    }
}
