import AccountCore
import DBus
import Synchronization

/// The device's current state, for any number of readers on any thread. Only `DeviceStore` replaces it.
final class Device: Sendable {
    /// Held during a change that takes several steps, and while state, faults, answers and clock are read together.
    let lock = AsyncLock()

    /// A single reference, so that a reader holds the lock only while retaining it.
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

    /// The current state.
    var state: DeviceState { snapshot.withLock { $0 }.state }

    /// Publishes a new state.
    func replace(_ state: DeviceState) {
        let new = Snapshot(state)
        snapshot.withLock { $0 = new }
    }

    /// Publishes a new state together with everything that belongs to it, between two calls that are answered on the bus thread.
    func replace(_ state: DeviceState, together others: @Sendable () -> Void, on connection: isolated Connection) {
        replace(state)
        others()
    }
}
