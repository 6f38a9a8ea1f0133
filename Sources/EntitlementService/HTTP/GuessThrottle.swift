import HTTPTypes
import Synchronization

/// Slows down who guesses passwords or codes: by what was guessed, and by addresses. Kept in memory.
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
        /// The address in a call with a code (`X-Forwarded-For`), or that of its connection.
        case client(String)
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

    /// The time to wait before the next attempt, in seconds; nil: none.
    func wait(for origins: [Origin], now: Int64) -> Int64? {
        guesses.withLock { guesses in
            origins.compactMap { origin -> Int64? in
                let recent = (guesses[origin] ?? []).filter { $0 > now - Self.period && $0 <= now }
                guard recent.count >= origin.limit else { return nil }
                // The oldest attempt within the limit must expire first.
                return max(1, (recent[recent.count - origin.limit] + Self.period - now + 999) / 1_000)
            }.max()
        }
    }

    /// Notes a wrong guess.
    func note(_ origins: [Origin], now: Int64) {
        guesses.withLock { guesses in
            if guesses.count >= Self.capacity { guesses = guesses.filter { ($0.value.last ?? 0) > now - Self.period } }
            if guesses.count >= Self.capacity { guesses = guesses.filter(\.key.isConnection) }
            if guesses.count >= Self.capacity { guesses = [:] }
            for origin in origins {
                guesses[origin] = (guesses[origin] ?? []).filter { $0 > now - Self.period }.suffix(origin.limit - 1) + [now]
            }
        }
    }

    /// Forgets the wrong guesses of an origin.
    func forget(_ origin: Origin) { guesses.withLock { $0[origin] = nil } }

    /// How many origins are remembered.
    var count: Int { guesses.withLock(\.count) }

    /// Forgets everything.
    func reset() { guesses.withLock { $0 = [:] } }
}

extension GuessThrottle {
    /// Refuses a call with any code if too many wrong ones were sent from its address.
    ///
    /// - Throws: ``ServiceError`` with 429.
    func check(_ call: APICall, now: Int64) throws(ServiceError) {
        guard let seconds = wait(for: Self.origins(of: call), now: now) else { return }
        var refusal = ServiceError.page(
            .tooManyRequests, "Too many wrong codes",
            "Too many wrong codes were sent from your address. Further codes are rejected for a while.",
            "Try again in \(seconds < 90 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes").")
        refusal.headers[.retryAfter] = "\(seconds)"
        throw refusal
    }

    /// Counts a wrong code.
    func note(_ call: APICall, now: Int64) { note(Self.origins(of: call), now: now) }

    private static func origins(of call: APICall) -> [Origin] {
        [.client(call.clientAddress.text ?? "")] + (call.peerAddress.map { [.peer($0)] } ?? [])
    }
}
