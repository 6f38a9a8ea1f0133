/// The one place of this module that waits for time to pass.
enum Pause {
    /// How long entries of the journal gather before they are written.
    case journal
    /// Between two looks at a lock that another process holds.
    case lock

    func wait() async {
        switch self {
        case .journal: try? await Task.sleep(for: .milliseconds(250))
        case .lock: try? await Task.sleep(for: .milliseconds(10))
        }
    }
}
