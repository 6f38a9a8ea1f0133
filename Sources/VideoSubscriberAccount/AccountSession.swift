import DBus
import Foundation

/// A connection to the device of an environment other than the process's, for libraries that host several apps in one process.
package final class AccountSession: Sendable {
    let device: DeviceLink
    let queue = RequestQueue()

    /// Creates a session with the device on the bus that the environment names. An identity registered with ``VSApplication``
    /// takes precedence over the app's name in the environment.
    ///
    /// - Parameter environment: The variables to use instead of the process's environment.
    package init(environment: [String: String]) {
        let connect: @Sendable () async throws -> Connection = {
            if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
                return try await Connection.open(address: address)
            }
            guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else {
                throw ConnectionError.cannotConnect("the environment names neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR")
            }
            return try await Connection.open(address: "unix:path=\(folder)/bus")
        }
        device = DeviceLink(identity: { .current(environment: environment) }, connect: connect)
    }
}
