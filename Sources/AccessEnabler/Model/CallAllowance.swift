import Dates
import ServiceAccess

/// The time limit of a call, which guarantees that each call is answered even if services or the account hang. The user's time
/// does not count: selections and logins are awaited outside the queue of calls.
struct CallAllowance: Sendable {
    /// The maximum duration of a call, from its first request to a service or the account, in milliseconds.
    static let longest: Int64 = 30_000
    /// The maximum duration of all pauses of a call before repeated requests, in milliseconds.
    static let longestPauses: Int64 = 5_000
    /// The human-readable reason for failures after the time limit.
    static let reason = "There was no answer within \(longest / 1_000) seconds."

    /// The wait that ends at the time limit.
    var wait: RequestID?
    /// Whether the time limit has passed.
    var isOver = false
    /// The total duration of the call's pauses, in milliseconds.
    var paused: Int64 = 0
}

/// The rule for repeating requests after temporary failures.
enum Repetition {
    /// The maximum number of repetitions.
    static let most = 2

    /// Returns the shortest wait before the next attempt, in milliseconds; nil if the failure is not temporary.
    ///
    /// One second, then two; or the time that the service requests with `Retry-After`. If a service is unreachable, the app gets
    /// that answer immediately.
    ///
    /// - Parameters:
    ///   - number: The number of repetitions so far.
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

    /// Returns the time in `Retry-After`: seconds, or a date. An unreadable value counts as infinite.
    private static func milliseconds(_ text: String, sent: String?, now: Int64) -> Int64 {
        if let seconds = Int64(text) { return min(max(seconds, 0), 1_000_000) * 1_000 }
        guard let date = HTTPDate.milliseconds(text) else { return .max }
        return max(date - (sent.flatMap(HTTPDate.milliseconds) ?? now), 0)
    }
}

/// Something that a call may renew once at each service.
struct Renewal: Sendable, Hashable {
    /// The subject of a renewal.
    enum Kind: Sendable {
        case registration, accessToken
        /// The use of something that another call has renewed.
        case use
    }

    let kind: Kind
    let service: String
}
