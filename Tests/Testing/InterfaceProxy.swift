import DBus
import DeviceInterfaces

/// A shorthand for one interface of an object of another connection: calls, properties and signals.
///
///     let accounts = InterfaceProxy(
///         connection, "org.example.Accounts1", path: "/org/example/Accounts1", interface: "org.example.Accounts1")
///     let name = try await accounts.call("NameOf", UInt32(7)).decode(as: String.self)
package struct InterfaceProxy: Sendable {
    /// The connection to call on.
    package let connection: Connection
    /// The called connection; nil for the peer of a connection without a bus.
    package let destination: BusName?
    /// The object.
    package let path: ObjectPath
    /// The interface of all members.
    package let interface: InterfaceName

    /// Creates a proxy. Nothing is sent.
    package init(_ connection: Connection, _ destination: BusName?, path: ObjectPath, interface: InterfaceName) {
        self.connection = connection
        self.destination = destination
        self.path = path
        self.interface = interface
    }

    /// Calls a method. Throws the errors of `Connection.call`.
    @discardableResult
    package func call(
        _ member: MemberName, _ arguments: any BusValueConvertible..., timeout: Duration? = .seconds(25)
    ) async throws -> BusMessage {
        try await connection.call(
            destination, path: path, interface: interface, member: member, arguments: arguments, timeout: timeout)
    }

    /// Returns a property. Throws the errors of `Connection.call`, and `BusConversionError`.
    package func property<T: BusValueConvertible>(_ name: MemberName, as type: T.Type = T.self) async throws -> T {
        let reply = try await connection.call(
            destination, path: path, interface: .properties, member: "Get", arguments: [interface, name])
        return try reply.decode(as: BusVariant.self).get()
    }

    /// Returns all properties. Throws the errors of `Connection.call`.
    package func properties() async throws -> VariantDictionary {
        try await connection.call(destination, path: path, interface: .properties, member: "GetAll", arguments: [interface])
            .decode(as: VariantDictionary.self)
    }

    /// Sets a property. Throws the errors of `Connection.call`.
    package func setProperty(_ name: MemberName, to value: some BusValueConvertible) async throws {
        try await connection.call(
            destination, path: path, interface: .properties, member: "Set", arguments: [interface, name, BusVariant(value)])
    }

    /// Subscribes to a signal of this object. Throws the errors of `Connection.signals`.
    package func signals(_ member: MemberName, bufferingNewest limit: Int = 256) async throws -> BusSignalStream {
        try await connection.signals(
            MatchRule(sender: destination, interface: interface, member: member, path: path), bufferingNewest: limit)
    }
}

extension InterfaceProxy {
    /// Creates a proxy for an object of the device, by default the root.
    package static func device(
        _ connection: Connection, _ interface: InterfaceName, path: ObjectPath = SubscriberAccountInterface.path
    ) -> InterfaceProxy {
        InterfaceProxy(connection, SubscriberAccountInterface.busName, path: path, interface: interface)
    }

    /// Creates a proxy for the device's `Control`.
    package static func control(_ connection: Connection) -> InterfaceProxy {
        device(connection, ControlInterface.name, path: ControlInterface.path)
    }
}
