import Synchronization

/// The daemon's parts that examine the device again after every change.
final class DeviceFollowers: Sendable {
    private let followers = Mutex<[@Sendable () -> Void]>([])

    /// Adds a follower. It is called on the bus thread and must not block.
    func add(_ follower: @escaping @Sendable () -> Void) {
        followers.withLock { $0.append(follower) }
    }

    /// Notifies all followers, after a commit.
    func notify() {
        for follower in followers.withLock({ $0 }) { follower() }
    }
}
