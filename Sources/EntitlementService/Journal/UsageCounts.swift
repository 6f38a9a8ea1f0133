import Administration
import EntitlementCore
import Synchronization
import TVWorld

/// The hourly counts of the events of the service's monitoring (ESM), kept in memory for a week.
final class UsageCounts: Sendable {
    private struct Key: Hashable {
        var start: Int64
        var requestor: String
    }

    private let counts = Mutex<[Key: [UsageResource.Kind: Int64]]>([:])

    /// An hour in milliseconds.
    static let hour: Int64 = 3_600_000
    static let hoursKept: Int64 = 168
    /// The maximum number of distinct requestors in an hour, because callers choose the names.
    static let requestorLimit = 256
    /// The maximum length of a requestor's name, in bytes: that of an identifier.
    private static let nameLimit = 255

    func note(_ event: JournalEvent, outcome: String, _ details: [String: String], at time: Int64) {
        let kinds = Self.kinds(event, outcome, details)
        guard !kinds.isEmpty else { return }
        let start = Self.start(of: time)
        counts.withLock { counts in
            let name = details["requestor"] ?? ""
            var key = Key(start: start, requestor: name.utf8.count <= Self.nameLimit ? name : "")
            if counts[key] == nil {
                counts = counts.filter { $0.key.start > start - Self.hoursKept * Self.hour }
                if counts.count(where: { $0.key.start == start }) >= Self.requestorLimit { key.requestor = "" }
            }
            for kind in kinds { counts[key, default: [:]][kind, default: 0] += 1 }
        }
    }

    /// Returns the counts since a time in Unix milliseconds, oldest hour first.
    func hours(since time: Int64, requestor: String? = nil) -> [UsageResource] {
        let found = counts.withLock { counts in
            counts.filter { $0.key.start + Self.hour > time && (requestor == nil || $0.key.requestor == requestor) }
        }
        return found.map { key, counts in
            let counts = Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
            return UsageResource(start: key.start, requestor: key.requestor, counts: counts)
        }.sorted { ($0.start, $0.requestor) < ($1.start, $1.requestor) }
    }

    /// Returns the start of the hour of a time.
    static func start(of time: Int64) -> Int64 { time - ((time % hour) + hour) % hour }

    /// Returns the kinds by which an event is counted.
    static func kinds(_ event: JournalEvent, _ outcome: String, _ details: [String: String]) -> [UsageResource.Kind] {
        let isDone = outcome == "ok"
        // Authentications count only if a provider takes part.
        let isWithoutProvider = isDone && details["reason"] != nil || details["sharedRequestor"] != nil
        switch event {
        case .profileRequested, .loginStarted, .sessionLoginStarted, .partnerSessionCreated:
            return isDone && !isWithoutProvider ? [.authenticationAttempts] : []
        case .tokenExchanged where isWithoutProvider: return isDone ? [.sessions] : []
        case .partnerProfileCreated where isWithoutProvider: return []
        case .tokenExchanged, .loginCompleted, .partnerProfileCreated:
            return [.authenticationPending] + (isDone ? [.authenticationSuccessful, .sessions] : [.authenticationFailed])
        case .authorized:
            if isDone { return [.authorizationAttempts, .authorizationSuccessful] }
            let isGuarded = outcome == ErrorCode.repeatedDenials.rawValue
            return [.authorizationAttempts, isGuarded ? .authorizationRejected : .authorizationFailed]
        case .resourcesAuthorized:
            return [.authorizationAttempts] + (isDone ? [.authorizationSuccessful, .mediaTokens] : [.authorizationFailed])
        case .mediaTokenIssued: return isDone ? [.mediaTokens] : []
        default: return []
        }
    }
}
