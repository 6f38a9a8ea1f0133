import DBus
import Foundation

/// The device of an environment other than the process's, for libraries whose apps are several in one process.
package final class AccountSession: Sendable {
    private let device: SystemAccount
    private let queue = RequestQueue()

    /// The device on the bus that an environment names. What ``VSApplication`` registers is stronger than the environment's name of
    /// the app.
    ///
    /// - Parameter environment: the variables in place of the process's.
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
        device = SystemAccount(link: DeviceLink(identity: { .current(environment: environment) }, connect: connect))
    }

    /// A manager of this device's account.
    package func manager() -> VSAccountManager { VSAccountManager(device: device, queue: queue) }
}
