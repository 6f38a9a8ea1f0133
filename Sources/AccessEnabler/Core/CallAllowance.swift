import Dates

/// What a call of the app may take in all, so that each is answered whatever services and account do. A person's time does not
/// count: who has to choose or to log in is waited for beside the line of calls.
struct CallAllowance: Sendable {
    /// The longest that a call takes, from its first question to a service or to the account, in milliseconds.
    static let longest: Int64 = 30_000
    /// The longest that a call pauses in all before it repeats requests, in milliseconds.
    static let longestPauses: Int64 = 5_000
    /// Why something failed when the time is over, for people.
    static let reason = "There was no answer within \(longest / 1_000) seconds."

    /// The wait that ends with the time.
    var wait: RequestID?
    /// Whether the time is over.
    var isOver = false
    /// How long the call has paused, in milliseconds.
    var paused: Int64 = 0
}

/// When a request is sent once more: after failures that pass by themselves.
enum Repetition {
    /// How often a request is sent again.
    static let most = 2

    /// The shortest wait before the next time, in milliseconds; nil when the failure does not pass by itself.
    ///
    /// A second, then two; when the service names a time (`Retry-After`), that one. A service that cannot be reached at all is an
    /// answer for the app, at once.
    ///
    /// - Parameters:
    ///   - number: How often it was sent again before.
    ///   - now: Milliseconds since 1970 by the device's clock.
    static func wait(_ number: Int, after outcome: HTTPOutcome, now: Int64) -> Int64? {
        let usual = Int64(1_000) << number
        switch outcome {
        case .interrupted: return usual
        case .answer(let answer) where [429, 502, 503, 504].contains(answer.status):
            return answer.headers["retry-after"].map { milliseconds($0, sent: answer.headers["date"], now: now) } ?? usual
        case .answer, .unreachable, .insecure: return nil
        }
    }

    /// The time that `Retry-After` names: seconds, or a date. One that cannot be read is as good as never.
    private static func milliseconds(_ text: String, sent: String?, now: Int64) -> Int64 {
        if let seconds = Int64(text) { return min(max(seconds, 0), 1_000_000) * 1_000 }
        guard let date = HTTPDate.milliseconds(text) else { return .max }
        return max(date - (sent.flatMap(HTTPDate.milliseconds) ?? now), 0)
    }
}

/// Random numbers from a seed (SplitMix64), so that many apps do not come back at the same moment, and tests know when.
struct Jitter: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number from 0 to below a bound.
    mutating func next(below bound: Int64) -> Int64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        number ^= number >> 31
        return Int64(number % UInt64(max(bound, 1)))
    }
}
