import HTTPTypes
import Synchronization

/// Slows down who guesses registration codes. Kept in memory.
final class GuessThrottle: Sendable {
    /// How many wrong codes of one client …
    static let clientLimit = 10
    /// … or of one peer, which may be a proxy of many clients, …
    static let peerLimit = 200
    /// … are accepted in this many milliseconds.
    static let period: Int64 = 300_000
    /// How many addresses are remembered; beyond it the oldest are forgotten.
    static let capacity = 8_192

    /// The origin of guesses.
    enum Guesser: Hashable, Sendable {
        /// The address in the call (`X-Forwarded-For`), or that of its connection.
        case client(String)
        /// The address of the connection: detects callers that send a different address with each call.
        case peer(String)

        var limit: Int {
            switch self {
            case .client: GuessThrottle.clientLimit
            case .peer: GuessThrottle.peerLimit
            }
        }
    }

    /// When wrong codes were entered, in Unix milliseconds.
    private let guesses = Mutex<[Guesser: [Int64]]>([:])

    /// The time to wait before the next attempt, in seconds; nil: none.
    func wait(for guessers: [Guesser], now: Int64) -> Int64? {
        guesses.withLock { guesses in
            guessers.compactMap { guesser -> Int64? in
                let recent = (guesses[guesser] ?? []).filter { $0 > now - Self.period }
                guard recent.count >= guesser.limit else { return nil }
                // The oldest attempt within the limit must expire first.
                return max(1, (recent[recent.count - guesser.limit] + Self.period - now + 999) / 1_000)
            }.max()
        }
    }

    /// Notes a wrong code.
    func note(_ guessers: [Guesser], now: Int64) {
        guesses.withLock { guesses in
            if guesses.count >= Self.capacity { guesses = guesses.filter { ($0.value.last ?? 0) > now - Self.period } }
            // A caller that sends that many addresses is slowed down by the connection's.
            if guesses.count >= Self.capacity { guesses = guesses.filter { if case .peer = $0.key { true } else { false } } }
            if guesses.count >= Self.capacity { guesses = [:] }
            for guesser in guessers {
                guesses[guesser] =
                    (guesses[guesser] ?? []).filter { $0 > now - Self.period }.suffix(guesser.limit - 1) + [now]
            }
        }
    }
}

extension GuessThrottle {
    /// Refuses a call with any code if too many wrong ones were sent from its address.
    ///
    /// - Throws: ``ServiceError`` with 429.
    func check(_ call: APICall, now: Int64) throws(ServiceError) {
        guard let seconds = wait(for: Self.guessers(call), now: now) else { return }
        var refusal = ServiceError.page(
            .tooManyRequests, "Too many wrong codes",
            "There were many wrong codes from your address. To protect others, further codes are rejected for a while.",
            "Try again in \(seconds < 90 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes").")
        refusal.headers[.retryAfter] = "\(seconds)"
        throw refusal
    }

    /// Counts a wrong code.
    func note(_ call: APICall, now: Int64) { note(Self.guessers(call), now: now) }

    private static func guessers(_ call: APICall) -> [Guesser] {
        [.client(call.clientAddress.text ?? "")] + (call.peerAddress.map { [.peer($0)] } ?? [])
    }
}
