import AccountCore
import DBus
import Synchronization

/// The device's present state, for any number of readers on any thread. Only `DeviceStore` replaces it.
final class Device: Sendable {
    /// One pointer, so that a reader holds the lock for as long as it takes to count it.
    private final class Snapshot: Sendable {
        let state: DeviceState

        init(_ state: DeviceState) {
            self.state = state
        }
    }

    private let snapshot: Mutex<Snapshot>

    init(_ state: DeviceState) {
        snapshot = Mutex(Snapshot(state))
    }

    /// The state at this moment.
    var state: DeviceState { snapshot.withLock { $0 }.state }

    /// Makes a new state visible.
    func replace(_ state: DeviceState) {
        let new = Snapshot(state)
        snapshot.withLock { $0 = new }
    }

    /// Makes a new state visible, and everything else that belongs to it, between two calls that are answered on the bus thread.
    func replace(_ state: DeviceState, together others: @Sendable () -> Void, on connection: isolated Connection) {
        replace(state)
        others()
    }
}
