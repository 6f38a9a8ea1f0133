/// The objects below an object manager with the properties of their interfaces. Made once, sent many times.
public struct ManagedObjects: Sendable, Hashable {
    let value: Value

    /// Takes all properties of all interfaces of all objects.
    public init(_ objects: [ObjectPath: [InterfaceName: Details]]) {
        value = objects.dbusValue
    }
}

/// Answers for `org.freedesktop.DBus.ObjectManager` of an object. Mirrors the D-Bus specification, "ObjectManager".
public struct ObjectManager: Sendable {
    let objects: @Sendable (Caller) throws -> ManagedObjects

    /// - Parameter objects: gives all objects below. Runs on the bus thread and must not wait; throws an `ErrorReply` to
    ///   refuse. Keep the value and hand it out until something changes.
    public init(objects: @escaping @Sendable (Caller) throws -> ManagedObjects) {
        self.objects = objects
    }
}
