import DBus
import DeviceInterfaces

/// Complete setups, swapped in one step.
extension DeviceControl {
    /// Performs an action while no other program loads into the device, or into the service through the device. Its changes are
    /// permanent only after `endLoad`.
    ///
    /// - Throws: `Failure` with `ExitStatus.timedOut` if another load does not end, or the error that the action throws.
    static func withTurn<Value>(bus: String?, _ work: (DeviceControl) async throws -> Value) async throws -> Value {
        let device = try await connect(address: bus)
        do {
            try await device.beginLoad()
            let value = try await work(device)
            await device.connection.close()
            return value
        } catch {
            // Leaving the bus releases the turn.
            await device.connection.close()
            throw error
        }
    }

    private func beginLoad() async throws {
        do {
            _ = try await connection.call(
                SubscriberAccountInterface.busName, path: ControlInterface.path, interface: ControlInterface.name,
                member: ControlInterface.Member.beginLoad,
                timeout: .seconds(120))
        } catch let error as RemoteError where error.name == .unknownMethod {
            throw Failure(
                .failed, "the device (vsad) on this bus cannot load scenarios and snapshots in turns",
                advice: "Restart it in the version of this vsactl.")
        } catch let error as RemoteError where error.name == .limitsExceeded {
            throw Failure(
                .timedOut, "another scenario or snapshot is being loaded into this device",
                advice: "\(error.message)\nNothing has changed.")
        } catch {
            throw Failure.device(error)
        }
    }

    /// Ends the turn: what was swapped in stays.
    func endLoad() async throws { _ = try await call(ControlInterface.Member.endLoad) }

    /// Makes the device validate and prepare a scenario.
    ///
    /// - Returns: The generation that it will be.
    func prepareScenario(_ document: String) async throws -> UInt64 {
        try await answer(ControlInterface.Member.prepareScenario, [document], as: UInt64.self)
    }

    /// Activates a prepared scenario.
    func commitScenario(_ generation: UInt64) async throws {
        _ = try await answer(ControlInterface.Member.commitScenario, [generation], as: UInt64.self)
    }

    /// Returns to what was before a generation.
    func rollBackScenario(_ generation: UInt64) async throws {
        _ = try await call(ControlInterface.Member.rollBackScenario, [generation])
    }

    /// The device's state as a scenario's document.
    func exportScenario() async throws -> String { try await answer(ControlInterface.Member.exportScenario, [], as: String.self) }
}
