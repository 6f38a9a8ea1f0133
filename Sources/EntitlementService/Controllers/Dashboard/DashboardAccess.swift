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
    enum Admission: Sendable, Equatable {
        case admitted
        /// The request's host is not a name of this service.
        case foreignName
        case loginNeeded
    }

    enum Login: Sendable, Equatable {
        /// The session's cookie.
        case session(String)
        case wrongToken
        /// The token was wrong, after too many other wrong ones; they count for this number of seconds.
        case throttled(seconds: Int64)
    }

    /// The name of a login's cookie at a URL without a port, and the beginning of its other names.
    static let cookieName = "vsasim_dashboard"
    /// The lifetime of a login in seconds.
    static let lifetime = 43_200

    /// The names at which no login is required, in addition to the loopback names; nil: a login is always required.
    private let openNames: Mutex<Set<String>?>
    /// The ends of unused links, by the digest of their key.
    private let links: SharedValues<Int64>
    /// The ends of sessions, by the digest of their cookie.
    private let sessions: SharedValues<Int64>
    /// The times of wrong tokens.
    private let failures: SharedValues<[Int64]>

    /// The token for the login.
    let token: String
    /// The administration's token, which the login also accepts.
    private let adminToken: String
    /// The moment from which times are measured if no nodes share them.
    private let start = ContinuousClock.now
    /// The store whose nodes share logins; nil if this process is the only one.
    private let shared: PostgreSQLTokenStore?

    private static let failureLimit = 10
    /// The period in which wrong tokens are counted, in milliseconds.
    private static let failurePeriod: Int64 = 60_000
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
        openNames = Mutex(isOpen ? [] : nil)
        links = SharedValues("dashboard-link", lifetime: Int64(Self.linkLifetime) * 1_000, store: shared)
        sessions = SharedValues("dashboard-session", lifetime: Int64(Self.lifetime) * 1_000, store: shared)
        failures = SharedValues("dashboard-failure", lifetime: Self.failurePeriod, store: shared)
    }

    /// Adapts to the address that the service listens on. Access without a login requires a loopback name; on an address that
    /// other machines can reach, a login is always required.
    func listen(on address: ListenAddress) {
        openNames.withLock { names in
            guard names != nil else { return }
            names = address.isLoopback ? [address.host.lowercased()] : nil
        }
    }

    var needsLogin: Bool { openNames.withLock { $0 == nil } }

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - authority: The request's `Host`.
    ///   - session: The value of the request's cookie.
    /// - Throws: The store's error.
    func admission(
        authority: String?, session: String?, now: ContinuousClock.Instant = .now
    ) async throws -> Admission {
        if let names = openNames.withLock({ $0 }) {
            guard let name = HostAuthority(authority ?? "") else { return .foreignName }
            return name.isLoopback || names.contains(name.host) ? .admitted : .foreignName
        }
        guard let session, let end = try await sessions.value(Self.identifier(of: session)), time(now) < end else {
            return .loginNeeded
        }
        return .admitted
    }

    /// Logs in with a token. Only wrong tokens are throttled, so that those who send them do not lock out others: the dashboard's
    /// token is random and too long to be guessed, and wrong admin tokens are not limited in administrative calls either.
    ///
    /// - Throws: The store's error.
    func logIn(_ given: String, random: some RandomSource, now: ContinuousClock.Instant = .now) async throws -> Login {
        let given = sha256(given)
        let matches = [token, adminToken].map { isEqualInConstantTime(given, sha256($0)) }
        let time = time(now)
        if matches.contains(true) { return .session(try await open(random: random, time)) }
        return try await failures.change([]) { Self.note(&$0, now: time) }
    }

    /// Counts a wrong token; returns its refusal.
    private static func note(_ failures: inout [Int64]?, now: Int64) -> Login {
        let recent = (failures ?? []).filter { $0 > now - failurePeriod }
        guard recent.count >= failureLimit, let oldest = recent.first else {
            failures = recent + [now]
            return .wrongToken
        }
        failures = recent
        return .throttled(seconds: max(1, (oldest + failurePeriod - now) / 1_000 + 1))
    }

    private func open(random: some RandomSource, _ time: Int64) async throws -> String {
        let session = hexadecimal(random.bytes(16))
        try await sessions.change(Self.identifier(of: session)) { $0 = time + Int64(Self.lifetime) * 1_000 }
        return session
    }

    /// Returns the identifier of a secret's value, which does not reveal the secret.
    private static func identifier(of secret: String) -> [String] { [hexadecimal(sha256(secret))] }

    /// Returns a moment in milliseconds: since ``start``, or in the time that nodes share.
    private func time(_ now: ContinuousClock.Instant) -> Int64 {
        if let shared { return shared.node.time.microseconds() / 1_000 }
        let (seconds, attoseconds) = start.duration(to: now).components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }

    /// Creates a link that opens the dashboard once.
    ///
    /// - Returns: The link's key.
    /// - Throws: The store's error.
    func makeLink(random: some RandomSource, now: ContinuousClock.Instant = .now) async throws -> String {
        let key = hexadecimal(random.bytes(32))
        let time = time(now)
        try await links.change(Self.identifier(of: key)) { $0 = time + Int64(Self.linkLifetime) * 1_000 }
        return key
    }

    /// Uses a link, which then becomes invalid.
    ///
    /// - Returns: The session's cookie; nil if the link is unknown, used or expired.
    /// - Throws: The store's error.
    func follow(link key: String, random: some RandomSource, now: ContinuousClock.Instant = .now) async throws -> String? {
        let time = time(now)
        let isValid = try await links.change(Self.identifier(of: key)) { link in
            defer { link = nil }
            return link.map { time < $0 } ?? false
        }
        guard isValid else { return nil }
        return try await open(random: random, time)
    }

    /// Ends a session.
    ///
    /// - Throws: The store's error.
    func logOut(_ session: String) async throws {
        try await sessions.change(Self.identifier(of: session)) { $0 = nil }
    }
}
