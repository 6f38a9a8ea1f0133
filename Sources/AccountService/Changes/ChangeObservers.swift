import Synchronization

/// The parts of the daemon that examine the device again after every change.
final class ChangeObservers: Sendable {
    private let observers = Mutex<[@Sendable () -> Void]>([])

    /// Adds an observer. It is called on the bus thread and must not block.
    func add(_ observer: @escaping @Sendable () -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Notifies all observers, after a commit.
    func notify() {
        for observer in observers.withLock({ $0 }) { observer() }
    }
}
