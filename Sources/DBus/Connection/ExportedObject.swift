/// An object at a path. The module itself implements Peer, Introspectable and Properties.
public struct ExportedObject: Sendable {
    let interfaces: [InterfaceName: BoundInterface]
    let order: [InterfaceName]
    let objectManager: ObjectManager?
    private let audience: (@Sendable (BusName?) -> Bool)?

    /// Creates an object.
    ///
    /// - Parameters:
    ///   - objectManager: Makes this object the manager of its descendants.
    ///   - audience: Returns whether the object exists for a sender. Runs on the bus thread and must not block. nil: it exists
    ///     for all senders.
    public init(
        interfaces: [BoundInterface], objectManager: ObjectManager? = nil, audience: (@Sendable (BusName?) -> Bool)? = nil
    ) {
        self.audience = audience
        order = interfaces.map(\.interface.name)
        precondition(Set(order).count == order.count, "an interface is repeated in one exported object")
        self.interfaces = Dictionary(uniqueKeysWithValues: interfaces.map { ($0.interface.name, $0) })
        self.objectManager = objectManager
    }

    /// Whether the object exists for all senders.
    var isPublic: Bool { audience == nil }

    /// Returns whether the object exists for a sender.
    func isVisible(to sender: BusName?) -> Bool { audience?(sender) ?? true }
}

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

    /// Creates a manager.
    ///
    /// - Parameter objects: Returns all descendants. Runs on the bus thread and must not block; throws an `ErrorReply` to reject
    ///   the call. Store the value and return it until something changes.
    public init(objects: @escaping @Sendable (BusCaller) throws -> ManagedObjects) {
        self.objects = objects
    }
}

extension Connection {
    /// Exports an object at a path. It receives calls as soon as this returns.
    /// - Throws: `ConnectionError.pathInUse` if there is already an object; `ConnectionError.disconnected`.
    public func export(_ object: ExportedObject, at path: ObjectPath) throws {
        guard state != .closed else { throw ConnectionError.disconnected }
        guard objects[path] == nil else { throw ConnectionError.pathInUse(path) }
        objects[path] = object
    }

    /// Removes the object at a path. Running handlers can still reply.
    public func unexport(_ path: ObjectPath) {
        objects[path] = nil
        repeatedReplies = RepeatedReplies()
    }

    /// Announces that an object was added, or gained interfaces: `InterfacesAdded` of the manager at `manager`.
    /// - Throws: The errors of `emit`.
    public func emitInterfacesAdded(
        _ object: ObjectPath, _ interfaces: [InterfaceName: VariantDictionary], manager: ObjectPath,
        to destination: BusName? = nil
    ) throws {
        try emit(
            path: manager, interface: .objectManager, member: "InterfacesAdded", arguments: [object, interfaces], to: destination)
    }

    /// Announces that an object was removed, or lost interfaces: `InterfacesRemoved` of the manager at `manager`.
    /// - Throws: The errors of `emit`.
    public func emitInterfacesRemoved(
        _ object: ObjectPath, _ interfaces: [InterfaceName], manager: ObjectPath, to destination: BusName? = nil
    ) throws {
        try emit(
            path: manager, interface: .objectManager, member: "InterfacesRemoved", arguments: [object, interfaces],
            to: destination)
    }

    /// Announces that properties have changed: `org.freedesktop.DBus.Properties.PropertiesChanged`.
    ///
    /// - Parameters:
    ///   - changed: The new values by name.
    ///   - invalidated: The names of properties that have changed, without their values.
    /// - Throws: The errors of `emit`.
    public func emitPropertiesChanged(
        _ path: ObjectPath, interface: InterfaceName, changed: VariantDictionary, invalidated: [MemberName] = [],
        to destination: BusName? = nil
    ) throws {
        try emit(
            path: path, interface: .properties, member: "PropertiesChanged", arguments: [interface, changed, invalidated],
            to: destination)
    }
}
