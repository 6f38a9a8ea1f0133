import Encodings
import EntitlementCore
import Synchronization
import TVWorld

/// The access control of the dashboard.
///
/// A browser gets the cookie for the dashboard's token, the administration's token, or a link created with the latter.
/// A service on loopback can be configured to require no login for requests to a name of the loopback; the name is checked
/// because another site's name can resolve to this address (DNS rebinding).
final class DashboardAccess: Sendable {
    /// The result of checking a request.
    enum Admission: Sendable, Equatable {
        /// It is answered.
        case admitted
        /// The request's host is not a name of this service.
        case foreignName
        /// A login is needed first.
        case loginNeeded
    }

    /// The result of a login.
    enum Login: Sendable, Equatable {
        /// The session's cookie.
        case session(String)
        /// The token was wrong.
        case wrongToken
        /// Too many were wrong; seconds until the next one is looked at.
        case throttled(seconds: Int64)
    }

    /// The cookie of a login.
    static let cookieName = "vsasim_dashboard"
    /// The lifetime of a login in seconds.
    static let lifetime = 43_200

    private struct State {
        /// The names at which no login is required, besides those of the loopback; nil: a login is always required.
        var openNames: Set<String>?
        /// Links that have not been used yet, by the digest of their key, with their expiry.
        var links: [[UInt8]: ContinuousClock.Instant] = [:]
        /// Sessions by the digest of their cookie, with their ends.
        var sessions: [[UInt8]: ContinuousClock.Instant] = [:]
        /// The times of wrong tokens.
        var failures: [ContinuousClock.Instant] = []
    }

    /// The token for the login.
    let token: String
    /// The administration's token, which the login also accepts.
    private let adminToken: String
    private let state: Mutex<State>

    private static let failureLimit = 10
    private static let failurePeriod = Duration.seconds(60)
    private static let sessionLimit = 256
    private static let linkLimit = 64
    /// The lifetime of a link in seconds.
    static let linkLifetime = 60

    /// Access for those who log in.
    ///
    /// - Parameter isOpen: Whether no login is needed under a name of the loopback.
    init(token: String, adminToken: String, isOpen: Bool = false) {
        self.token = token
        self.adminToken = adminToken
        state = Mutex(State(openNames: isOpen ? [] : nil))
    }

    /// Adapts to the address that the service listens on: without a login, its name must be one of the loopback's. On an
    /// address that other machines reach a login is always needed.
    func listen(on address: ListenAddress) {
        state.withLock { state in
            guard state.openNames != nil else { return }
            state.openNames = address.isLoopback ? [address.host.lowercased()] : nil
        }
    }

    /// Whether a login is needed.
    var needsLogin: Bool { state.withLock { $0.openNames == nil } }

    /// Looks at a request.
    ///
    /// - Parameters:
    ///   - authority: Its `Host`.
    ///   - session: The value of its cookie.
    func admission(authority: String?, session: String?, now: ContinuousClock.Instant = .now) -> Admission {
        let digest = session.map { sha256($0) }
        return state.withLock { state in
            if let names = state.openNames {
                guard let name = HostAuthority(authority ?? "") else { return .foreignName }
                return name.isLoopback || names.contains(name.host) ? .admitted : .foreignName
            }
            guard let digest, let end = state.sessions[digest], now < end else { return .loginNeeded }
            return .admitted
        }
    }

    /// Takes a token.
    func logIn(_ given: String, random: some RandomSource, now: ContinuousClock.Instant = .now) -> Login {
        let given = sha256(given)
        let matches = [token, adminToken].map { isEqualInConstantTime(given, sha256($0)) }
        let isRight = matches.contains(true)
        let session = hexadecimal(random.bytes(16))
        return state.withLock { state in
            state.failures.removeAll { $0.duration(to: now) >= Self.failurePeriod }
            if state.failures.count >= Self.failureLimit, let oldest = state.failures.first {
                return .throttled(seconds: max(1, (Self.failurePeriod - oldest.duration(to: now)).components.seconds + 1))
            }
            guard isRight else {
                state.failures.append(now)
                return .wrongToken
            }
            Self.keep(session, in: &state.sessions, limit: Self.sessionLimit, until: .seconds(Self.lifetime), now: now)
            return .session(session)
        }
    }

    /// Makes a link that opens the dashboard once.
    ///
    /// - Returns: The link's key.
    func makeLink(random: some RandomSource, now: ContinuousClock.Instant = .now) -> String {
        let key = hexadecimal(random.bytes(32))
        state.withLock {
            Self.keep(key, in: &$0.links, limit: Self.linkLimit, until: .seconds(Self.linkLifetime), now: now)
        }
        return key
    }

    /// Follows a link, which is of no use any more then.
    ///
    /// - Returns: The session's cookie; nil when the link is unknown, used or expired.
    func follow(link key: String, random: some RandomSource, now: ContinuousClock.Instant = .now) -> String? {
        let session = hexadecimal(random.bytes(16))
        return state.withLock { state in
            guard let end = state.links.removeValue(forKey: sha256(key)), now < end else { return nil }
            Self.keep(session, in: &state.sessions, limit: Self.sessionLimit, until: .seconds(Self.lifetime), now: now)
            return session
        }
    }

    /// Keeps the digest of a secret until its end; beyond the limit the one that ends first is forgotten.
    private static func keep(
        _ secret: String, in secrets: inout [[UInt8]: ContinuousClock.Instant], limit: Int, until lifetime: Duration,
        now: ContinuousClock.Instant
    ) {
        secrets = secrets.filter { now < $0.value }
        if secrets.count >= limit, let first = secrets.min(by: { $0.value < $1.value }) { secrets[first.key] = nil }
        secrets[sha256(secret)] = now.advanced(by: lifetime)
    }

    /// Ends a session.
    func logOut(_ session: String) {
        state.withLock { $0.sessions[sha256(session)] = nil }
    }
}
