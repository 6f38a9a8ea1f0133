import DBus
import DeviceInterfaces
import PrivateSession
import VSATesting

private typealias Member = ControlInterface.Member
private typealias Key = ControlInterface.Key

/// Frequent operations of tests on the device, without a process of `vsactl` for each call.
extension Daemons {
    /// The well-known name of `vsad`.
    package static let accountName = SubscriberAccountInterface.busName.string

    /// Runs an operation with the device's `Control`, on its own connection.
    ///
    /// - Throws: `ConnectionError`, and the errors of the operation.
    @discardableResult
    package func withControl<Value>(_ operation: (InterfaceProxy) async throws -> Value) async throws -> Value {
        let connection = try await Connection.open(address: bus.address)
        let control = InterfaceProxy.control(connection)
        do {
            let value = try await operation(control)
            await connection.close()
            return value
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Returns the process that owns the account's bus name; nil if there is none.
    ///
    /// - Throws: `ConnectionError`, `RemoteError`.
    package func accountProcessID() async throws -> Int32? {
        try await withControl { control in
            do {
                return try await control.connection.credentials(of: SubscriberAccountInterface.busName).processID.map(Int32.init)
            } catch let error as RemoteError where error.name == .nameHasNoOwner {
                return nil
            }
        }
    }

    /// Sets an app's permission.
    ///
    /// - Throws: `ConnectionError`, `RemoteError`.
    package func setAccess(_ application: String, _ status: String) async throws {
        try await withControl { try await $0.call(Member.setAccessStatus, application, status) }
    }

    /// Signs a subscriber in to the system account.
    ///
    /// - Throws: `ConnectionError`, `RemoteError`.
    package func signIn(_ subscriber: String, at provider: String) async throws {
        try await withControl { try await $0.call(Member.signIn, provider, subscriber, VariantDictionary()) }
    }

    /// Signs the system account out.
    ///
    /// - Throws: `ConnectionError`, `RemoteError`.
    package func signOut(keepsAccess: Bool = false) async throws {
        let options: VariantDictionary = [Key.keepAccess: BusVariant(keepsAccess)]
        try await withControl { try await $0.call(Member.signOut, options) }
    }

    /// Expires the system account's authentication.
    ///
    /// - Throws: `ConnectionError`, `RemoteError`.
    package func expireAccount() async throws {
        try await withControl { try await $0.call(Member.expireAccount) }
    }

    /// Queues the user's next answer to a prompt of the device.
    ///
    /// - Throws: `ConnectionError`, `RemoteError`.
    package func queueAnswer(_ value: String, toPrompt prompt: String) async throws {
        let answer: VariantDictionary = [Key.prompt: BusVariant(prompt), Key.answer: BusVariant(value)]
        try await withControl { try await $0.call(Member.queueAnswer, answer) }
    }
}
