/// What an app must receive, predicted from the decision tables: calls and events in, lines out.
///
/// It is the library's counterpart in the random walks and shares no code with it. While the library is a state machine that is
/// resumed with answers, the model knows the world, and answers at once. A line is a callback, or what reaches the user
/// (`ask`, `withdraw`), in a form that both sides can be written in.
public struct Model: Sendable {
    /// A stored authentication token.
    struct Token: Sendable {
        enum Source: Sendable { case apple, regular, degraded, pass }

        let mvpd: String
        var source: Source
        let user: String
        var expires: Int64
        let device: Int
        let storedAt: Int64
        let service: World.Service
        /// The sign-in to the account that an Apple token was exchanged for.
        var signIn: World.Account?
        /// Whether the user metadata are known, and nothing was authorized since; otherwise they are requested.
        var hasMetadata = false
        var fields: [String: String] = [:]
        var authorizations: [String: (expires: Int64, isDegraded: Bool)] = [:]
    }

    /// An MVPD in the configuration of `setRequestor`.
    struct Configured: Sendable {
        var provider: World.Provider
        let service: World.Service
    }

    /// The outcome of the last `setRequestor`.
    enum Phase: Sendable {
        case unset
        case failed
        case configured([Configured])
    }

    /// A login that waits for the user.
    struct OpenLogin: Sendable {
        /// The `getAuthorization` calls that wait for it.
        var waiting: [String] = []
        var isTracked = false
        /// Whether no call of the app waits for it: `setRequestor` has opened it by itself.
        var isUnasked = false
        /// The user of a promotional pass: the last that was named.
        var identity: String?
        /// The last filter that was given.
        var filter = Filter()
        /// When the tokens expire that existed before a forced login, by MVPD; nil for other logins.
        var former: [String: Int64]?
        /// The account's answer before the system prompted the user; nil without a prompt.
        var asked: Account?
        /// The codes with which the app's list appeared after the user had declined; then the system does not prompt again.
        var declined: [String]?
        /// The providers at which the app permits the system to sign in.
        var accepted: [String] = []
        var isDialogShown = false
        /// The provider's page that is shown, on this device or on a second screen.
        var page: Page?
        /// The second screen.
        var screen: Screen?
    }

    /// A provider's page in the user's browser.
    struct Page: Sendable {
        let mvpd: String
        let service: World.Service
        let requestor: String
        /// When the earlier tokens expire, by MVPD: none of them is the login's result.
        var former: [String: Int64]
        /// Whether it does not prompt the user.
        var isPassive = false
    }

    /// The wait for a login on a second screen.
    struct Screen: Sendable {
        /// When the code expires.
        let end: Int64
        var nextQuestion: Int64
        var interval: Int64 = 5_000
    }

    public internal(set) var world: World
    /// The lines since they were last read.
    var lines: [String] = []
    var phase = Phase.unset
    var requestor = ""
    var tokens: [String: [String: Token]] = [:]
    var selected: [String: String] = [:]
    /// The account's last answer in this app, except for failures.
    var known: Account?
    var open: OpenLogin?
    /// The last page that the app had to show; the user may use it although the app has continued.
    var page: Page?
    /// Whether the library itself shows the last page, in the system's browser, and it has not ended.
    var isInBrowser = false
    /// Whether the page that ends a session at the service is shown; the logout waits for its end.
    var isLoggingOut = false
    var preset: String?
    var decisions: [String: [String: Bool]] = [:]
    var handlesSVC = false
    /// The calls that wait for the first `setRequestor`.
    var held: [ModelCall] = []
    /// Authorizations that continue after the call that ended the login.
    var continued: [String] = []
    var registrations: [World.Service: Registration] = [:]
    var serviceLogins: [World.Service: [String: ServiceLogin]] = [:]
    /// When the started temporary passes end, by ``ServiceLogin/passHolder``: the services never forget them.
    var passEnds: [World.Service: [String: Int64]] = [:]

    public init(world: World) { self.world = world }

    /// Takes the lines since the last time.
    public mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// Whether the login or the logout waits for the user.
    public var isOpen: Bool { open != nil || isLoggingOut }
    /// Whether the library shows a page in the system's browser.
    public var isBrowsing: Bool { isInBrowser && (isLoggingOut || open?.page != nil && open?.screen == nil) }
    /// Whether the system prompts the user.
    public var isAsking: Bool { open?.asked != nil }
}

extension Model {
    /// Performs the app's calls in order.
    public mutating func perform(_ calls: [ModelCall]) {
        for call in calls {
            switch call {
            case .setOptions(let handlesSVC): self.handlesSVC = handlesSVC
            case .preauthorize:
                if case .configured = phase {
                    serve(call)
                } else {
                    emit("preauthorize(failure requestor_not_configured)")
                }
            case .setRequestor:
                serve(call)
                let waiting = held
                held = []
                for call in waiting { serve(call) }
            default:
                if case .unset = phase { held.append(call) } else { serve(call) }
            }
        }
    }

    /// An event outside the app.
    public mutating func apply(_ happening: Happening) {
        if case .elapse(let milliseconds) = happening { return elapse(until: world.now + milliseconds) }
        world.apply(happening)
        switch happening {
        case .relaunch: relaunch()
        case .accessTokensEnd: for service in World.Service.allCases { registrations[service]?.serviceKnowsToken = false }
        case .registrationsEnd:
            for service in World.Service.allCases {
                registrations[service]?.serviceKnowsClient = false
                registrations[service]?.serviceKnowsToken = false
            }
        case .loginsEnd: serviceLogins = [:]
        case .authorizationsEnd:
            for (service, logins) in serviceLogins {
                for requestor in logins.keys { serviceLogins[service]?[requestor]?.authorized = [:] }
            }
        case .pageLogin: logInOnPage()
        default: break
        }
    }

    private mutating func relaunch() {
        phase = .unset
        requestor = ""
        known = nil
        open = nil
        isLoggingOut = false
        preset = nil
        decisions = [:]
        handlesSVC = false
        held = []
        continued = []
    }

    private mutating func serve(_ call: ModelCall) {
        if supersedesLogout(call) { isLoggingOut = false }
        switch (call, phase) {
        case (.setRequestor(let id, let services), _): setRequestor(id, services)
        case (_, .failed): refuse(call)
        case (.checkAuthentication, _): checkAuthentication()
        case (.getAuthentication(let isForced, let shown, let featured, let identity), _):
            getAuthentication(isForced, Filter(shown: shown, featured: featured), identity)
        case (.setSelectedProvider(let mvpd), _): setSelectedProvider(mvpd)
        case (.handleExternalURL, _): handleExternalURL()
        case (.checkAuthorization(let resource), _): checkAuthorization(resource)
        case (.getAuthorization(let resource), _): getAuthorization(resource, isContinued: false)
        case (.checkPreauthorizedResources(let resources, let usesCache), _): checkPreauthorized(resources, usesCache)
        case (.preauthorize(let resources, let usesCache), _): preauthorize(resources, usesCache)
        case (.getMetadata(let metadata), _): getMetadata(metadata)
        case (.getSelectedProvider, _): getSelectedProvider()
        case (.logout, _): logout()
        case (.setOptions, _): break
        }
        serveContinued()
    }

    /// Whether a logout is obsolete: its end is no longer reported.
    private func supersedesLogout(_ call: ModelCall) -> Bool {
        switch (call, phase) {
        case (.setRequestor, _): true
        case (_, .failed): false
        case (.getAuthentication, _), (.getAuthorization, _), (.logout, _): true
        default: false
        }
    }

    /// Calls that a finished login lets continue come before the next call.
    mutating func serveContinued() {
        while !continued.isEmpty {
            let resource = continued.removeFirst()
            if case .failed = phase {
                refuseToken(resource, Text.notAuthenticated)
            } else {
                getAuthorization(resource, isContinued: true)
            }
        }
    }

    /// After a `setRequestor` that completed with 0.
    private mutating func refuse(_ call: ModelCall) {
        switch call {
        case .checkAuthentication, .getAuthentication:
            track(nil)
            result(false, Text.generic)
        case .setSelectedProvider(let mvpd):
            emit("track(selection \(mvpd ?? ""))")
            if mvpd == nil { unselect() } else { endLogin(Text.generic) }
        case .checkAuthorization(let resource), .getAuthorization(let resource): refuseToken(resource, Text.notAuthenticated)
        case .checkPreauthorizedResources: emit("preauthorizedResources()")
        case .getMetadata(let metadata): emit("setMetadataStatus(\(metadata.key) nil)")
        case .getSelectedProvider: emit("selectedProvider(nil)")
        case .logout:
            cancelLogin()
            forgetEverything()
            result(false, Text.notAuthenticated)
        case .handleExternalURL: if open?.page != nil, open?.screen == nil { refuseLogin() }
        case .setRequestor, .setOptions, .preauthorize: break
        }
    }
}

/// The texts of the error constants.
enum Text {
    static let notAuthenticated = "User Not Authenticated Error"
    static let notSelected = "Provider not Selected Error"
    static let notAvailable = "Provider not Available Error"
    static let generic = "Generic Authentication Error"
    static let notAuthorized = "User not Authorized Error"
}

// The lines.
extension Model {
    mutating func emit(_ line: String) { lines.append(line) }

    /// Status codes with their levels; `APPL`, `APPL_ERROR` and `VSA503` have a reason.
    mutating func raise(_ codes: [String], resource: String? = nil) {
        for code in codes {
            let level =
                switch code {
                case "VSA203", "VSA403", "VSA404", "VSA503", "N000", "N001", "N003", "N004", "N005", "N011", "Z011": "info"
                case "SEC412", "CFG100", "N010", "N111", "Z010": "warning"
                case "REGCODE": "success"
                default: "error"
                }
            let reason = code.hasPrefix("APPL") ? " details" : code == "VSA503" ? " message" : ""
            emit("status(\(code) \(level)\(reason)\(resource.map { " resource=\($0)" } ?? ""))")
        }
    }

    mutating func result(_ isSuccess: Bool, _ code: String = "") {
        emit("setAuthenticationStatus(\(isSuccess ? 1 : 0) \(code))")
    }

    mutating func track(_ token: Token?, isCached: Bool = false) {
        emit(token.map { "track(authentication \($0.mvpd) cached=\(isCached))" } ?? "track(authentication false)")
    }

    mutating func refuseToken(_ resource: String, _ code: String, _ statuses: [String] = [], about: String? = nil) {
        emit("track(authorization false \(code))")
        raise(statuses, resource: about)
        emit("tokenRequestFailed(\(resource) \(code))")
    }
}

extension ModelCall.Metadata {
    /// The opcode.
    public var key: Int {
        switch self {
        case .authentication: 0
        case .authorization: 1
        case .deviceID: 2
        case .user: 3
        case .unknown: -1
        }
    }
}

extension Model {
    /// Whether a logout came last: nothing is stored, nothing is open.
    public var isOver: Bool { open == nil && tokens.values.allSatisfy(\.isEmpty) }
}
