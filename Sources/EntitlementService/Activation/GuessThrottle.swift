import Synchronization

/// Slows down who guesses registration codes. Kept in memory.
final class GuessThrottle: Sendable {
    /// How many wrong codes of one client …
    static let clientLimit = 10
    /// … or of one peer, which may be a proxy of many clients, …
    static let peerLimit = 200
    /// … are taken in this many milliseconds.
    static let period: Int64 = 300_000
    /// How many addresses are remembered; beyond it the oldest are forgotten.
    static let capacity = 8_192

    /// Who guesses.
    enum Guesser: Hashable, Sendable {
        /// By the address that the call tells (`X-Forwarded-For`), or its connection.
        case client(String)
        /// By the address of the connection: who tells another address with each call is found by it.
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

    /// How long somebody has to wait before the next try, in seconds; nil: not at all.
    func wait(for guessers: [Guesser], now: Int64) -> Int64? {
        guesses.withLock { guesses in
            guessers.compactMap { guesser -> Int64? in
                let recent = (guesses[guesser] ?? []).filter { $0 > now - Self.period }
                guard recent.count >= guesser.limit else { return nil }
                // The oldest of those that fill the measure has to go.
                return max(1, (recent[recent.count - guesser.limit] + Self.period - now + 999) / 1_000)
            }.max()
        }
    }

    /// Notes a wrong code.
    func note(_ guessers: [Guesser], now: Int64) {
        guesses.withLock { guesses in
            if guesses.count >= Self.capacity { guesses = guesses.filter { ($0.value.last ?? 0) > now - Self.period } }
            // Whoever tells that many addresses is slowed down by the connection's.
            if guesses.count >= Self.capacity { guesses = guesses.filter { if case .peer = $0.key { true } else { false } } }
            if guesses.count >= Self.capacity { guesses = [:] }
            for guesser in guessers {
                guesses[guesser] =
                    (guesses[guesser] ?? []).filter { $0 > now - Self.period }.suffix(guesser.limit - 1) + [now]
            }
        }
    }
}
