import DBus
import PrivateSession

/// A private bus for one test.
package final class TestBus: Sendable {
    /// The workspace of the bus.
    package let workspace: Workspace
    /// The bus.
    package let bus: PrivateBus

    /// The address of the bus.
    package var address: String { bus.address }
    /// The environment for programs that use the bus.
    package var environment: [String: String] {
        workspace.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    }

    /// Starts a bus with activatable services.
    ///
    /// - Throws: `PrivateBus.StartFailure`, `SystemError`.
    package static func start(services: [ActivatableService] = []) async throws -> TestBus {
        let workspace = try Workspace()
        do {
            let bus = try await PrivateBus.start(
                in: workspace.folder, services: services, environment: workspace.environment)
            return TestBus(workspace: workspace, bus: bus)
        } catch {
            await workspace.end()
            throw error
        }
    }

    private init(workspace: Workspace, bus: PrivateBus) {
        self.workspace = workspace
        self.bus = bus
    }

    /// Returns a new connection to the bus.
    ///
    /// - Throws: `ConnectionError`.
    package func connect() async throws -> Connection { try await Connection.open(address: address) }

    /// Stops the bus and everything on it, and removes its folder.
    package func stop() async {
        await bus.stop()
        await workspace.end()
    }

    /// Kills the bus, as a crash would.
    package func kill() async {
        bus.process.send(signal: 9)
        await bus.process.wait()
    }

    /// Runs an operation with its own bus.
    ///
    /// - Throws: The errors of the operation, or the reason why the bus did not start.
    package static func with<Value>(
        services: [ActivatableService] = [], _ operation: (TestBus) async throws -> Value
    ) async throws -> Value {
        let bus = try await start(services: services)
        return try await withCleanup(bus.stop) { try await operation(bus) }
    }
}
