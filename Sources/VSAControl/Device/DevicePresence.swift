import DBus
import DeviceInterfaces

/// The device's presence on the bus.
struct DevicePresence: Sendable {
    /// Its unique name.
    let owner: BusName
    fileprivate let changes: BusSignalStream

    /// Returns when the device or the bus has exited, or the task is cancelled.
    func hasLeft() async {
        for await signal in changes {
            guard let change = try? NameOwnerChange(signal), change.name == SubscriberAccountInterface.busName else { continue }
            if change.newOwner != owner { return }
        }
    }
}

extension DeviceControl {
    /// Starts the device if it is not running, and begins to watch it.
    func presence() async throws -> DevicePresence {
        do {
            let changes = try await connection.signals(.nameOwnerChanged(of: SubscriberAccountInterface.busName))
            _ = try await status()
            guard let owner = try await connection.nameOwner(SubscriberAccountInterface.busName) else {
                throw Failure(.unreachable, "the device (vsad) has left the bus")
            }
            return DevicePresence(owner: owner, changes: changes)
        } catch {
            throw Failure.device(error)
        }
    }
}
