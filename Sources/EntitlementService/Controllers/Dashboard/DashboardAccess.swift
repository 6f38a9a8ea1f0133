import Encodings
import EntitlementCore
import Synchronization
import TVWorld

/// The access control of the dashboard.
///
/// A browser gets the cookie in exchange for the dashboard's token, the administration's token, or a link created with the
/// latter. A service on loopback can be configured to require no login for requests to a loopback name. The name is checked
/// because another site's name can resolve to this address (DNS rebinding).
final class DashboardAccess: Sendable {
    /// The result of checking a request.
    enum Admission: Sendable, Equatable {
        /// It is allowed.
        case admitted
        /// The request's host is not a name of this service.
        case foreignName
        /// A login is required first.
        case loginNeeded
    }

    /// The result of a login.
    enum Login: Sendable, Equatable {
        /// The session's cookie.
        case session(String)
        /// The token was wrong.
        case wrongToken
        /// Too many tokens were wrong; the next one is checked after this number of seconds.
        case throttled(seconds: Int64)
    }

    /// The cookie of a login.
    static let cookieName = "vsasim_dashboard"
    /// The lifetime of a login in seconds.
    static let lifetime = 43_200

    private struct State {
        /// The names at which no login is required, in addition to the loopback names; nil: a login is always required.
        var openNames: Set<String>?
        /// Unused links with their expiration dates, by the digest of their key.
        var links: [[UInt8]: ContinuousClock.Instant] = [:]
        /// Sessions with their expiration dates, by the digest of their cookie.
        var sessions: [[UInt8]: ContinuousClock.Instant] = [:]
        /// The times of wrong tokens, in milliseconds since ``DashboardAccess/start``; nil if there are none.
        var failures: [Int64]?
    }

    /// The token for the login.
    let token: String
    /// The administration's token, which the login also accepts.
    private let adminToken: String
    /// The moment from which the times of wrong tokens are measured if no nodes share them.
    private let start = ContinuousClock.now
    private let state: Mutex<State>
    /// The store whose nodes share links and sessions; nil if they are kept in memory.
    private let shared: PostgreSQLTokenStore?

    private static let failureLimit = 10
    /// The period in which wrong tokens are counted, in milliseconds.
    private static let failurePeriod: Int64 = 60_000
    private static let sessionLimit = 256
    private static let linkLimit = 64
    /// The lifetime of a link in seconds.
    static let linkLifetime = 60

    /// Creates the access control.
    ///
    /// - Parameter isOpen: Whether no login is required under a loopback name.
    /// - Parameter shared: The store whose nodes share logins; nil if this process is the only one.
    init(token: String, adminToken: String, isOpen: Bool = false, shared: PostgreSQLTokenStore? = nil) {
        self.token = token
        self.shared = shared
        self.adminToken = adminToken
        state = Mutex(State(openNames: isOpen ? [] : nil))
    }

    /// Adapts to the address that the service listens on. Access without a login requires a loopback name; on an address that
    /// other machines can reach, a login is always required.
    func listen(on address: ListenAddress) {
        state.withLock { state in
            guard state.openNames != nil else { return }
            state.openNames = address.isLoopback ? [address.host.lowercased()] : nil
        }
    }

    /// Whether a login is required.
    var needsLogin: Bool { state.withLock { $0.openNames == nil } }

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - authority: The request's `Host`.
    ///   - session: The value of the request's cookie.
    /// - Throws: The store's error.
    func admission(
        authority: String?, session: String?, now: ContinuousClock.Instant = .now
    ) async throws -> Admission {
        if let names = state.withLock({ $0.openNames }) {
            guard let name = HostAuthority(authority ?? "") else { return .foreignName }
            return name.isLoopback || names.contains(name.host) ? .admitted : .foreignName
        }
        guard let session else { return .loginNeeded }
        let isKnown =
            try await shared?.value(Self.name(ofSession: session), as: Bool.self)
            ?? state.withLock { state in state.sessions[sha256(session)].map { now < $0 } ?? false }
        return isKnown ? .admitted : .loginNeeded
    }

    /// Logs in with a token.
    ///
    /// - Throws: The store's error.
    func logIn(_ given: String, random: some RandomSource, now: ContinuousClock.Instant = .now) async throws -> Login {
        let given = sha256(given)
        let matches = [token, adminToken].map { isEqualInConstantTime(given, sha256($0)) }
        let isRight = matches.contains(true)
        let session = hexadecimal(random.bytes(16))
        let refusal: Login?
        if let shared {
            let time = shared.node.time.microseconds() / 1_000
            let name = SharedValueName("dashboard-failure", lifetime: Self.failurePeriod)
            refusal = try await shared.change(name) { (failures: inout [Int64]?) in
                Self.refusal(isRight: isRight, &failures, now: time)
            }
        } else {
            let (seconds, attoseconds) = start.duration(to: now).components
            let time = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
            refusal = state.withLock { Self.refusal(isRight: isRight, &$0.failures, now: time) }
        }
        if let refusal { return refusal }
        try await open(session, now: now)
        return .session(session)
    }

    /// Counts a wrong token; returns the refusal of a token that is wrong, or sent after too many wrong ones.
    private static func refusal(isRight: Bool, _ failures: inout [Int64]?, now: Int64) -> Login? {
        var recent = (failures ?? []).filter { $0 > now - failurePeriod }
        defer { failures = recent.isEmpty ? nil : recent }
        if recent.count >= failureLimit, let oldest = recent.first {
            return .throttled(seconds: max(1, (oldest + failurePeriod - now) / 1_000 + 1))
        }
        guard !isRight else { return nil }
        recent.append(now)
        return .wrongToken
    }

    /// Creates a session.
    private func open(_ session: String, now: ContinuousClock.Instant) async throws {
        if let shared { return try await shared.change(Self.name(ofSession: session)) { $0 = true } }
        state.withLock {
            Self.keep(session, in: &$0.sessions, limit: Self.sessionLimit, until: .seconds(Self.lifetime), now: now)
        }
    }

    private static func name(ofSession session: String) -> SharedValueName {
        SharedValueName("dashboard-session", [session], lifetime: Int64(lifetime) * 1_000)
    }

    private static func name(ofLink key: String) -> SharedValueName {
        SharedValueName("dashboard-link", [key], lifetime: Int64(linkLifetime) * 1_000)
    }

    /// Creates a link that opens the dashboard once.
    ///
    /// - Returns: The link's key.
    /// - Throws: The store's error.
    func makeLink(random: some RandomSource, now: ContinuousClock.Instant = .now) async throws -> String {
        let key = hexadecimal(random.bytes(32))
        if let shared {
            try await shared.change(Self.name(ofLink: key)) { $0 = true }
            return key
        }
        state.withLock {
            Self.keep(key, in: &$0.links, limit: Self.linkLimit, until: .seconds(Self.linkLifetime), now: now)
        }
        return key
    }

    /// Uses a link, which then becomes invalid.
    ///
    /// - Returns: The session's cookie; nil if the link is unknown, used or expired.
    /// - Throws: The store's error.
    func follow(link key: String, random: some RandomSource, now: ContinuousClock.Instant = .now) async throws -> String? {
        let session = hexadecimal(random.bytes(16))
        let isValid: Bool
        if let shared {
            isValid = try await shared.change(Self.name(ofLink: key)) { (link: inout Bool?) in
                defer { link = nil }
                return link == true
            }
        } else {
            isValid = state.withLock { $0.links.removeValue(forKey: sha256(key)).map { now < $0 } ?? false }
        }
        guard isValid else { return nil }
        try await open(session, now: now)
        return session
    }

    /// Keeps the digest of a secret until it expires; beyond the limit, the one that expires first is dropped.
    private static func keep(
        _ secret: String, in secrets: inout [[UInt8]: ContinuousClock.Instant], limit: Int, until lifetime: Duration,
        now: ContinuousClock.Instant
    ) {
        secrets = secrets.filter { now < $0.value }
        if secrets.count >= limit, let first = secrets.min(by: { $0.value < $1.value }) { secrets[first.key] = nil }
        secrets[sha256(secret)] = now.advanced(by: lifetime)
    }

    /// Ends a session.
    ///
    /// - Throws: The store's error.
    func logOut(_ session: String) async throws {
        try await shared?.change(Self.name(ofSession: session)) { (known: inout Bool?) in known = nil }
        state.withLock { $0.sessions[sha256(session)] = nil }
    }
}
