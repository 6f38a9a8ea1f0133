import DBus
import DeviceInterfaces
import PrivateSession
import VSATesting

/// The device has an account or apps after a reset, or a scenario to which it returns.
package struct StateAfterReset: Error, Sendable {}

extension Daemons {
    /// Resets both daemons to their world. Keys and software statements are kept; trust is exchanged again.
    ///
    /// - Throws: `ConnectionError`, `RemoteError`, ``StateAfterReset``, `UnexpectedAnswer`, the errors of `Tool.run`, `ToolFailure`.
    ///   A loaded scenario is an error, because a reset restores it.
    package func reset() async throws {
        // Without vsactl: its two processes would take longer than most tests between two resets.
        let connection = try await Connection.open(address: bus.address)
        let (status, snapshot): (VariantDictionary, String)
        do {
            let control = InterfaceProxy(
                connection, SubscriberAccountInterface.busName, path: ControlInterface.path, interface: ControlInterface.name)
            try await control.call(ControlInterface.Member.reset, VariantDictionary())
            status = try await control.call(ControlInterface.Member.getStatus).decode(as: VariantDictionary.self)
            snapshot = try await control.call(ControlInterface.Member.saveSnapshot).decode(as: String.self)
        } catch {
            await connection.close()
            throw error
        }
        await connection.close()
        let isSignedIn: Bool = try status.required(ControlInterface.Key.signedIn)
        let applications: UInt32 = try status.required(ControlInterface.Key.applications)
        let hasScenario = !snapshot.contains(#""scenario":null"#)
        guard !isSignedIn, applications == 0, !hasScenario else { throw StateAfterReset() }
        try await administration.send("POST", "/admin/v1/reset").expecting(204)
        try await vsactl("service", "connect", serviceURL).checked()
    }
}
