import Synchronization

/// Slows down who guesses registration codes: per address. Kept in memory.
final class GuessThrottle: Sendable {
    /// How many wrong codes of one address …
    static let limit = 10
    /// … are taken in this many milliseconds.
    static let period: Int64 = 300_000
    /// How many addresses are remembered; beyond it the oldest are forgotten.
    static let capacity = 8_192

    /// When addresses entered wrong codes, in Unix milliseconds.
    private let guesses = Mutex<[String: [Int64]]>([:])

    /// How long an address has to wait before the next try, in seconds; nil: not at all.
    func wait(for address: String, now: Int64) -> Int64? {
        guesses.withLock { guesses in
            let recent = (guesses[address] ?? []).filter { $0 > now - Self.period }
            guard recent.count >= Self.limit else { return nil }
            // The oldest of those that fill the measure has to go.
            return max(1, (recent[recent.count - Self.limit] + Self.period - now + 999) / 1_000)
        }
    }

    /// Notes a wrong code.
    func note(_ address: String, now: Int64) {
        guesses.withLock { guesses in
            if guesses.count >= Self.capacity { guesses = guesses.filter { ($0.value.last ?? 0) > now - Self.period } }
            if guesses.count >= Self.capacity { guesses = [:] }
            guesses[address] = (guesses[address] ?? []).filter { $0 > now - Self.period }.suffix(Self.limit - 1) + [now]
        }
    }
}
