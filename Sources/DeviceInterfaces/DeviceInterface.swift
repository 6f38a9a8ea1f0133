import DBus

/// An interface of the device, generated from `dbus/interfaces`.
package protocol DeviceInterface {
    /// The name of the interface.
    static var name: InterfaceName { get }
    /// Its introspection data, which have no other interface.
    static var introspection: String { get }
}

extension DeviceInterface {
    /// The interface with its documentation, as Introspect returns it.
    package static func described() throws -> BusInterface {
        guard let interface = try BusInterface.parse(xml: introspection).first else {
            preconditionFailure("introspection data have an interface")
        }
        return interface
    }
}

extension RequestInterface {
    /// Returns the path of a connection's request with a token, which is known before the call.
    ///
    /// - Throws: `InvalidNameError` if the token has characters that are not allowed in a path.
    package static func path(sender: BusName, token: String) throws(InvalidNameError) -> ObjectPath {
        let element = String(sender.string.dropFirst(sender.isUnique ? 1 : 0).map { $0 == "." ? "_" : $0 })
        return try SubscriberAccountInterface.path.appending("request").appending(element).appending(token)
    }
}
