/// A request that a client of REST v2 sends.
public struct RESTClientRequest: Sendable, Hashable, CustomStringConvertible {
    public enum Call: Sendable, Hashable {
        case register
        case token(client: String)
        case configuration
        case createSession(RESTFields)
        case resumeSession(String, RESTFields)
        case session(String)
        case profiles
        case profile(String)
        case profileByCode(String)
        case decide(String, [String], isPlayback: Bool)
        case logout(String, redirect: Bool?)
        case partnerSession(RESTFields)
        case partnerProfile(request: Int)
    }

    /// What only some calls have.
    public struct Headers: Sendable, Hashable {
        /// The device's identifier and description.
        public var device = false
        /// The platform's identity.
        public var identity: String?
        public var status: RESTClientStatus?
        /// The identity for temporary passes.
        public var pass: String?

        public init() {}
    }

    public let call: Call
    /// The access token.
    public let token: String?
    public let headers: Headers

    public init(_ call: Call, token: String? = nil, headers: Headers = Headers()) {
        self.call = call
        self.token = token
        self.headers = headers
    }

    public var isForCredentials: Bool {
        switch call {
        case .register, .token: true
        default: false
        }
    }

    public var description: String {
        let status = headers.status.map { "\($0.access) \($0.provider ?? "-") \($0.end ?? 0)" }
        let further = [
            token, headers.device ? "device" : nil, headers.identity, status.map { "status \($0)" },
            headers.pass.map { "pass \($0)" },
        ]
        return "\(call)" + further.compactMap { $0.map { ", \($0)" } }.joined()
    }
}

/// The answer of the service.
public enum RESTClientAnswer: Sendable {
    public struct Profile: Sendable, Hashable {
        public let mvpd: String
        public let type: String
        public let user: String
        public let start: Int64
        public let end: Int64

        public var line: String { "\(mvpd) \(type) \(user) \(start)-\(end)" }
    }

    public struct Session: Sendable {
        public let action: String
        public let reason: String
        public var mvpd: String?
        public var code: String?
        public var validity: ClosedRange<Int64>?
        public var missing: [String] = []
        /// The number of the request to the account's provider.
        public var request: Int?
    }

    public struct Failure: Sendable, Hashable {
        public let status: Int
        public let code: String
        public let action: String

        public init(_ status: Int, _ code: String, _ action: String = "none") {
            self.status = status
            self.code = code
            self.action = action
        }
    }

    public struct Decision: Sendable, Hashable {
        public let resource: String
        public let source: String
        public var token: Int?
        public var failure: Failure?

        public var line: String {
            "\(resource) \(source) " + (failure.map { "no \($0.code)" } ?? "yes") + (token.map { " token \($0)" } ?? "")
        }
    }

    case registered(String)
    case issued(String)
    /// No credentials, with the error of OAuth.
    case refused(String)
    /// The number of the MVPDs' names.
    case configuration(Int)
    case session(Session)
    case information(mvpd: String?, missing: [String], ClosedRange<Int64>)
    case profiles([Profile])
    case decisions([Decision])
    case logout(String)
    case failure(Failure)
    case throttled
    case unavailable
    case garbage
    case lost
}
