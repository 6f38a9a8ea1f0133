/// The one place of this module that waits for time to pass.
enum Pause {
    /// How long entries of the journal gather before they are written.
    case journal
    /// Between two looks at a lock that another process holds.
    case lock
    /// The delay of a queued answer.
    case answer(milliseconds: Int64)
    /// The delay of a fault.
    case fault(milliseconds: Int64)
    /// Until the account's authentication ends, or may have ended.
    case expiry(milliseconds: Int64)
    /// The interval between two checks of something that takes at most some seconds.
    case second

    func wait() async {
        switch self {
        case .journal: try? await Task.sleep(for: .milliseconds(250))
        case .lock: try? await Task.sleep(for: .milliseconds(10))
        case .answer(let milliseconds), .fault(let milliseconds), .expiry(let milliseconds):
            try? await Task.sleep(for: .milliseconds(milliseconds))
        case .second: try? await Task.sleep(for: .seconds(1))
        }
    }
}
