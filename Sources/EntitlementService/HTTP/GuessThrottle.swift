import HTTPTypes
import Synchronization

/// Slows down who guesses passwords or codes: by what was guessed, and by addresses. Kept in memory, or
/// by the store whose nodes count together.
final class GuessThrottle: Sendable {
    /// The time in which the wrong guesses of an origin are limited, in milliseconds.
    static let period: Int64 = 300_000
    /// How many origins are remembered; beyond it the oldest are forgotten.
    static let capacity = 8_192

    /// The origin of guesses.
    enum Origin: Hashable, Sendable {
        /// A user name at a provider's page.
        case user(provider: String, name: String)
        /// The address of a browser on providers' pages.
        case browser(String)
        /// The address in a call with a code (`X-Forwarded-For`) and that of its connection, which are the same without a proxy:
        /// whoever invents the first locks out nobody else.
        case client(String, peer: String)
        /// The address of the connection: detects callers that send a different address with each call. It may be a proxy of many
        /// clients.
        case peer(String)

        /// How many wrong guesses are accepted in a period.
        var limit: Int {
            switch self {
            case .user: 5
            case .browser: 50
            case .client: 10
            case .peer: 200
            }
        }

        fileprivate var parts: [String] {
            switch self {
            case .user(let provider, let name): ["user", provider, name]
            case .browser(let address): ["browser", address]
            case .client(let address, let peer): ["client", address, peer]
            case .peer(let address): ["peer", address]
            }
        }

        /// Whether it slows down callers that send many of the others, and so remains when there is no room.
        fileprivate var isConnection: Bool {
            switch self {
            case .browser, .peer: true
            case .user, .client: false
            }
        }
    }

    /// When wrong guesses were made, in Unix milliseconds.
    private let guesses = Mutex<[Origin: [Int64]]>([:])
    /// What is guessed: the kind of the values that nodes share.
    private let kind: String
    private let shared: PostgreSQLTokenStore?

    /// - Parameters:
    ///   - kind: What is guessed.
    ///   - shared: The store whose nodes count together; nil if this process is alone.
    init(_ kind: String, shared: PostgreSQLTokenStore? = nil) {
        self.kind = kind
        self.shared = shared
    }

    /// The time to wait before the next attempt, in seconds; nil: none.
    ///
    /// - Throws: The store's error.
    func wait(for origins: [Origin], now: Int64) async throws -> Int64? {
        var waits: [Int64] = []
        for origin in origins {
            let known = try await shared?.value(name(origin), as: [Int64].self) ?? guesses.withLock { $0[origin] } ?? []
            let recent = known.filter { $0 > now - Self.period && $0 <= now }
            guard recent.count >= origin.limit else { continue }
            // The oldest attempt within the limit must expire first.
            waits.append(max(1, (recent[recent.count - origin.limit] + Self.period - now + 999) / 1_000))
        }
        return waits.max()
    }

    /// Notes a wrong guess.
    ///
    /// - Throws: The store's error.
    func note(_ origins: [Origin], now: Int64) async throws {
        if let shared {
            for origin in origins {
                try await shared.change(name(origin)) { $0 = Self.noted($0, origin, now: now) }
            }
            return
        }
        guesses.withLock { guesses in
            if guesses.count >= Self.capacity { guesses = guesses.filter { ($0.value.last ?? 0) > now - Self.period } }
            if guesses.count >= Self.capacity { guesses = guesses.filter(\.key.isConnection) }
            if guesses.count >= Self.capacity { guesses = [:] }
            for origin in origins { guesses[origin] = Self.noted(guesses[origin], origin, now: now) }
        }
    }

    private static func noted(_ known: [Int64]?, _ origin: Origin, now: Int64) -> [Int64] {
        (known ?? []).filter { $0 > now - period }.suffix(origin.limit - 1) + [now]
    }

    /// Forgets the wrong guesses of an origin.
    ///
    /// - Throws: The store's error.
    func forget(_ origin: Origin) async throws {
        try await shared?.change(name(origin)) { (known: inout [Int64]?) in known = nil }
        guesses.withLock { $0[origin] = nil }
    }

    /// Forgets everything.
    ///
    /// - Throws: The store's error.
    func reset() async throws {
        try await shared?.removeValues(kind)
        guesses.withLock { $0 = [:] }
    }

    private func name(_ origin: Origin) -> SharedValueName { SharedValueName(kind, origin.parts, lifetime: Self.period) }

    /// How many origins are remembered.
    var count: Int { guesses.withLock(\.count) }
}

extension GuessThrottle {
    /// Refuses a call with any code if too many wrong ones were sent from its address.
    ///
    /// - Throws: ``ServiceError`` with 429, or the store's error.
    func check(_ call: APICall, now: Int64) async throws {
        guard let seconds = try await wait(for: Self.origins(of: call), now: now) else { return }
        var refusal = ServiceError.page(
            .tooManyRequests, "Too many wrong codes",
            "Too many wrong codes were sent from your address. Further codes are rejected for a while.",
            "Try again in \(seconds < 90 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes").")
        refusal.headers[.retryAfter] = "\(seconds)"
        throw refusal
    }

    /// Counts a wrong code.
    ///
    /// - Throws: The store's error.
    func note(_ call: APICall, now: Int64) async throws { try await note(Self.origins(of: call), now: now) }

    private static func origins(of call: APICall) -> [Origin] {
        [.client(call.clientAddress.text ?? "", peer: call.peerAddress ?? "")] + (call.peerAddress.map { [.peer($0)] } ?? [])
    }
}
