import Synchronization

/// Those in the daemon who look at the device again whenever it has changed.
final class DeviceFollowers: Sendable {
    private let followers = Mutex<[@Sendable () -> Void]>([])

    /// Adds one. It is called on the bus thread and must not wait.
    func add(_ follower: @escaping @Sendable () -> Void) {
        followers.withLock { $0.append(follower) }
    }

    /// Tells all of them, after a commit.
    func notify() {
        for follower in followers.withLock({ $0 }) { follower() }
    }
}
