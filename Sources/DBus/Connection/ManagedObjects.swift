/// The descendants of an object manager with the properties of their interfaces. Created once, sent many times: a connection
/// keeps the message with the last objects that it sent.
public final class ManagedObjects: Sendable {
    let value: BusValue

    /// Creates a value from all properties of all interfaces of all objects.
    public init(_ objects: [ObjectPath: [InterfaceName: VariantDictionary]]) {
        value = objects.dbusValue
    }
}

/// The `org.freedesktop.DBus.ObjectManager` of an object. Mirrors the D-Bus specification, "ObjectManager".
public struct ObjectManager: Sendable {
    let objects: @Sendable (BusCaller) throws -> ManagedObjects

    /// - Parameter objects: Returns all descendants. Runs on the bus thread and must not block; throws an `ErrorReply` to reject
    ///   the call. Store the value and return it until something changes.
    public init(objects: @escaping @Sendable (BusCaller) throws -> ManagedObjects) {
        self.objects = objects
    }
}
