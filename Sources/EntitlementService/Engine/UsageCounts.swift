import EntitlementCore
import Synchronization
import TVWorld

/// How often what happened, hour by hour: the events that the service's monitoring counts (ESM). Kept in memory for a week.
public final class UsageCounts: Sendable {
    /// What is counted, by the names of ESM.
    public enum Kind: String, Sendable, CaseIterable {
        /// A user was sent to a provider.
        case authenticationAttempts = "authn-attempts"
        /// A user came back from a provider.
        case authenticationPending = "authn-pending"
        /// A device got a token.
        case authenticationSuccessful = "authn-successful"
        /// A provider's answer was refused.
        case authenticationFailed = "authn-failed"
        /// A device asked whether its user may see something.
        case authorizationAttempts = "authz-attempts"
        /// It may.
        case authorizationSuccessful = "authz-successful"
        /// It may not.
        case authorizationFailed = "authz-failed"
        /// The provider was not even asked, after repeated denials.
        case authorizationRejected = "authz-rejected"
        /// A media token was given out.
        case mediaTokens = "media-tokens"
        /// A session began.
        case sessions = "unique-sessions"
    }

    /// The counts of a requestor in an hour.
    public struct Hour: Sendable, Equatable {
        /// When the hour begins, in Unix milliseconds.
        public var start: Int64
        /// The requestor; empty for calls that name none, or one of too many.
        public var requestor: String
        /// How often what happened; what did not happen is missing.
        public var counts: [Kind: Int]
    }

    private struct Key: Hashable {
        var start: Int64
        var requestor: String
    }

    private let counts = Mutex<[Key: [Kind: Int]]>([:])

    /// An hour in milliseconds.
    private static let hour: Int64 = 3_600_000
    /// How many hours are kept.
    static let hoursKept: Int64 = 168
    /// How many requestors are told apart; callers choose the names.
    static let requestorLimit = 256

    /// Nothing has happened.
    init() {}

    /// Takes notice of an event.
    func note(_ event: JournalEvent, outcome: String, requestor: String, at time: Int64) {
        let kinds = Self.kinds(event, outcome)
        guard !kinds.isEmpty else { return }
        let start = time - ((time % Self.hour) + Self.hour) % Self.hour
        counts.withLock { counts in
            var key = Key(start: start, requestor: requestor)
            if counts[key] == nil {
                counts = counts.filter { $0.key.start > start - Self.hoursKept * Self.hour }
                if counts.count(where: { $0.key.start == start }) >= Self.requestorLimit { key.requestor = "" }
            }
            for kind in kinds { counts[key, default: [:]][kind, default: 0] += 1 }
        }
    }

    /// The counts since a time in Unix milliseconds, the oldest hour first.
    public func hours(since time: Int64, requestor: String? = nil) -> [Hour] {
        let found = counts.withLock { counts in
            counts.filter { $0.key.start + Self.hour > time && (requestor == nil || $0.key.requestor == requestor) }
        }
        return found.map { Hour(start: $0.key.start, requestor: $0.key.requestor, counts: $0.value) }
            .sorted { ($0.start, $0.requestor) < ($1.start, $1.requestor) }
    }

    private static func kinds(_ event: JournalEvent, _ outcome: String) -> [Kind] {
        let isDone = outcome == "ok"
        switch event.rawValue {
        case "service.profile-requested", "service.login-started": return isDone ? [.authenticationAttempts] : []
        case "service.token-exchanged", "service.login-completed":
            return [.authenticationPending] + (isDone ? [.authenticationSuccessful, .sessions] : [.authenticationFailed])
        case "service.authorized":
            if isDone { return [.authorizationAttempts, .authorizationSuccessful] }
            let isGuarded = outcome == ErrorCode.repeatedDenials.rawValue
            return [.authorizationAttempts, isGuarded ? .authorizationRejected : .authorizationFailed]
        case "service.media-token-issued": return isDone ? [.mediaTokens] : []
        default: return []
        }
    }
}
