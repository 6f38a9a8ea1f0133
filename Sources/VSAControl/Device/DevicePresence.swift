import DBus

/// The device on the bus: who it is, and when it goes.
struct DevicePresence: Sendable {
    /// Its unique name.
    let owner: BusName
    fileprivate let changes: SignalStream

    /// Returns when the device has left the bus, or the bus is gone, or the task is cancelled.
    func hasLeft() async {
        for await signal in changes {
            guard let change = try? NameOwnerChange(signal), change.name == Wire.busName else { continue }
            if change.newOwner != owner { return }
        }
    }
}

extension DeviceControl {
    /// Starts the device when it does not run yet, and watches it from now on.
    func presence() async throws -> DevicePresence {
        do {
            let changes = try await connection.signals(.nameOwnerChanged(of: Wire.busName))
            _ = try await status()
            guard let owner = try await connection.nameOwner(Wire.busName) else {
                throw Failure(.unreachable, "the device (vsad) has left the bus")
            }
            return DevicePresence(owner: owner, changes: changes)
        } catch {
            throw Failure.device(error)
        }
    }
}
