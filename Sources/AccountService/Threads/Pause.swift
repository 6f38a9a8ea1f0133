/// The one place of this module that waits for time to pass.
enum Pause {
    /// How long entries of the journal gather before they are written.
    case journal
    /// Between two looks at a lock that another process holds.
    case lock
    /// Before a queued answer is given.
    case answer(milliseconds: Int64)
    /// As long as a fault makes a call late.
    case fault(milliseconds: Int64)
    /// Until the account's authentication ends, or may have ended.
    case expiry(milliseconds: Int64)
    /// Between two looks at what may take some seconds only.
    case second
    /// As long as a load may keep others from loading.
    case load
    /// As long as somebody waits for others to load; a load that is given up does not end the waiting.
    case turn

    func wait() async {
        switch self {
        case .journal: try? await Task.sleep(for: .milliseconds(250))
        case .lock: try? await Task.sleep(for: .milliseconds(10))
        case .answer(let milliseconds), .fault(let milliseconds), .expiry(let milliseconds):
            try? await Task.sleep(for: .milliseconds(milliseconds))
        case .second: try? await Task.sleep(for: .seconds(1))
        case .load: try? await Task.sleep(for: .seconds(60))
        case .turn: try? await Task.sleep(for: .seconds(90))
        }
    }
}
