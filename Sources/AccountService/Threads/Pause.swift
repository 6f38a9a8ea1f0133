/// The waits of this module. Nothing else in it waits for time to pass.
enum Pause {
    /// The delay before new journal entries are written, so that several are written at once.
    case journal
    /// The interval between two attempts to acquire a lock that another process holds.
    case lock
    /// The delay of a queued answer.
    case answer(milliseconds: Int64)
    /// The delay of a fault.
    case fault(milliseconds: Int64)
    /// The time until the account's authentication expires, or may have expired.
    case expiry(milliseconds: Int64)
    /// The maximum time that calls in progress, and each answer of the bus, have when the daemon stops.
    case lastReplies
    /// The interval between two checks of something that takes a few seconds at most.
    case second

    func wait() async {
        switch self {
        case .journal: try? await Task.sleep(for: .milliseconds(250))
        case .lock: try? await Task.sleep(for: .milliseconds(10))
        case .answer(let milliseconds), .fault(let milliseconds), .expiry(let milliseconds):
            try? await Task.sleep(for: .milliseconds(milliseconds))
        case .lastReplies: try? await Task.sleep(for: .milliseconds(500))
        case .second: try? await Task.sleep(for: .seconds(1))
        }
    }
}
