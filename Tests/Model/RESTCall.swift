/// The caller of REST v2: one of two clients on one of two devices.
public struct RESTCaller: Sendable, Hashable {
    /// The platform that the device reports.
    public enum Platform: String, Sendable { case ios, tvos }

    public var client: Int
    public var device: Int

    public init(client: Int, device: Int) {
        self.client = client
        self.device = device
    }

    /// The first device is an iPhone, the second an Apple TV, the third does not report its kind.
    public var platform: Platform? { [.ios, .tvos, nil][device] }
}

/// An identity for which another party vouches: a platform, or a programmer's identity service.
public enum RESTIdentity: Sendable, Hashable {
    case platform(Int)
    case service(Int)
}

/// What a call's headers contain besides the device.
public struct RESTHeaders: Sendable {
    /// The status of the system account.
    public struct Status: Sendable {
        public enum Access: String, Sendable { case granted, denied, notDetermined }
        public enum Date: Sendable { case absent, past, future }

        public var access: Access
        /// The platform's identifier of the provider.
        public var provider: String?
        public var date: Date

        public init(_ access: Access, _ provider: String?, _ date: Date) {
            self.access = access
            self.provider = provider
            self.date = date
        }
    }

    public var status: Status?
    /// The identities of valid tokens, the platform's first.
    public var identities: [RESTIdentity]
    /// The user of a promotional pass.
    public var passUser: Int?

    public init(status: Status? = nil, identities: [RESTIdentity] = [], passUser: Int? = nil) {
        self.status = status
        self.identities = identities
        self.passUser = passUser
    }
}

/// The parameters of a session: nil is not sent, false not accepted.
public struct RESTFields: Sendable, Hashable {
    public var mvpd: String?
    public var domain: Bool?
    public var redirect: Bool?

    public init(mvpd: String? = nil, domain: Bool? = nil, redirect: Bool? = nil) {
        self.mvpd = mvpd
        self.domain = domain
        self.redirect = redirect
    }
}

/// A step of a walk: a call, what a user does in a browser, or an event at the service.
///
/// Codes and SAML requests are named by their order; see ``index(_:of:)``.
public enum RESTStep: Sendable {
    case createSession(RESTCaller, RESTHeaders, RESTFields)
    case resumeSession(code: Int, RESTFields)
    case readSession(code: Int)
    /// The login page of a code.
    case openLogin(code: Int)
    /// The provider accepts a user who was redirected there with a request.
    case finishLogin(request: Int, user: String)
    case profiles(RESTCaller, RESTHeaders, mvpd: String?)
    case profileByCode(Int)
    case decide(RESTCaller, RESTHeaders, mvpd: String, [String], isPlayback: Bool)
    case logout(RESTCaller, RESTHeaders, mvpd: String, redirect: Bool?)
    case partnerSession(RESTCaller, RESTHeaders, RESTFields)
    /// The verified response to a request, for alice.
    case partnerProfile(RESTCaller, RESTHeaders, request: Int)
    case elapse(milliseconds: Int64)
    case degrade(String, RESTModel.Rule?)
    case integrate(String, Bool)
    case singleSignOn(String, Bool)
    /// The administrator ends a profile.
    case endProfile(RESTCaller, mvpd: String)
}

extension RESTStep {
    /// The index that a number denotes in a non-empty list; negative numbers count from the end.
    public static func index(_ number: Int, of count: Int) -> Int { ((number % count) + count) % count }
}

extension RESTFields: CustomStringConvertible {
    public var description: String { "mvpd \(mvpd ?? "-") domain \(Self.word(domain)) redirect \(Self.word(redirect))" }

    private static func word(_ isGood: Bool?) -> String { isGood.map { $0 ? "good" : "wrong" } ?? "-" }
}
