import AccountCore
import DBus
import Synchronization

/// The device's current state, for any number of readers on any thread. Only `DeviceStore` replaces it.
final class Device: Sendable {
    /// Held during a change in several steps, and while state, faults, answers and clock are read together.
    let lock = AsyncLock()

    /// A single reference, so that a reader holds the lock only while retaining it.
    private final class Snapshot: Sendable {
        let state: DeviceState
        let number: UInt64

        init(_ state: DeviceState, number: UInt64) {
            self.state = state
            self.number = number
        }
    }

    private let snapshot: Mutex<Snapshot>

    init(_ state: DeviceState) {
        snapshot = Mutex(Snapshot(state, number: 0))
    }

    /// The current state.
    var state: DeviceState { snapshot.withLock { $0 }.state }

    /// A number that increases with every new state.
    var stateNumber: UInt64 { snapshot.withLock { $0.number } }

    /// Publishes a new state.
    func replace(_ state: DeviceState) {
        snapshot.withLock { $0 = Snapshot(state, number: $0.number + 1) }
    }

    /// Publishes a new state together with everything that belongs to it, between two calls that are answered on the bus thread.
    func replace(_ state: DeviceState, together others: @Sendable () -> Void, on connection: isolated Connection) {
        replace(state)
        others()
    }
}
