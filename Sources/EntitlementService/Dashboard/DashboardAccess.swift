import EntitlementCore
import Synchronization
import TVWorld

/// Who may see the dashboard.
///
/// A service that listens on loopback shows it to everybody who can reach it under a name of the loopback; the name is checked
/// because another site's name may be made to lead here (DNS rebinding). Any other service wants its dashboard token, or the
/// administration's, once, and then the cookie that the browser got for it.
final class DashboardAccess: Sendable {
    /// What a request is told.
    enum Admission: Sendable, Equatable {
        /// It is answered.
        case admitted
        /// It was sent to a name that is none of this service.
        case foreignName
        /// A login is needed first.
        case loginNeeded
    }

    /// What a login is told.
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
    /// Seconds that a login lasts.
    static let lifetime = 43_200

    private struct State {
        /// Names that the dashboard is shown under without a login, besides those of the loopback; nil: nobody without a login.
        var openNames: Set<String>? = []
        /// Sessions by the digest of their cookie, with their ends.
        var sessions: [[UInt8]: ContinuousClock.Instant] = [:]
        /// When wrong tokens came.
        var failures: [ContinuousClock.Instant] = []
    }

    /// The token that a login takes.
    let token: String
    /// The administration's token, which a login takes, too.
    private let adminToken: String
    private let state = Mutex(State())

    private static let failureLimit = 10
    private static let failurePeriod = Duration.seconds(60)
    private static let sessionLimit = 256

    /// Access as on a loopback address.
    init(token: String, adminToken: String) {
        self.token = token
        self.adminToken = adminToken
    }

    /// Adapts to the address that the service listens on.
    ///
    /// - Parameter isProtected: Whether a login is needed on a loopback address, too.
    func listen(on address: ListenAddress, isProtected: Bool = false) {
        state.withLock { $0.openNames = address.isLoopback && !isProtected ? [address.host.lowercased()] : nil }
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
                let name = Self.name(in: authority ?? "")
                return Self.isLoopback(name) || names.contains(name) ? .admitted : .foreignName
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
            state.sessions = state.sessions.filter { now < $0.value }
            if state.sessions.count >= Self.sessionLimit, let first = state.sessions.min(by: { $0.value < $1.value }) {
                state.sessions[first.key] = nil
            }
            state.sessions[sha256(session)] = now.advanced(by: .seconds(Self.lifetime))
            return .session(session)
        }
    }

    /// Ends a session.
    func logOut(_ session: String) {
        state.withLock { $0.sessions[sha256(session)] = nil }
    }

    /// The name in a `Host`, without port and brackets, in lower case.
    private static func name(in authority: String) -> String {
        var name = Substring(authority)
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
            name = name[name.index(after: name.startIndex)..<end]
        } else if let colon = name.lastIndex(of: ":") {
            name = name[..<colon]
        }
        return name.lowercased()
    }

    /// Names that lead to this machine wherever they are looked up.
    private static func isLoopback(_ name: String) -> Bool {
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
