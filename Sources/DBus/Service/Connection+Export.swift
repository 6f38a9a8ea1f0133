extension Connection {
    /// Makes an object visible at a path. It answers calls as soon as this returns.
    /// - Throws: `ConnectionError.pathInUse` when there is one already; `ConnectionError.disconnected`.
    public func export(_ object: ExportedObject, at path: ObjectPath) throws {
        guard state != .closed else { throw ConnectionError.disconnected }
        guard objects[path] == nil else { throw ConnectionError.pathInUse(path) }
        objects[path] = object
    }

    /// Removes the object at a path. Handlers that are under way still answer.
    public func unexport(_ path: ObjectPath) {
        objects[path] = nil
    }

    /// Tells that an object has come, or has got further interfaces: `InterfacesAdded` of the manager at `manager`.
    /// - Throws: `ConnectionError`.
    public func emitInterfacesAdded(
        _ object: ObjectPath, _ interfaces: [InterfaceName: Details], manager: ObjectPath, to destination: BusName? = nil
    ) throws {
        try emit(
            path: manager, interface: .objectManager, member: "InterfacesAdded", arguments: [object, interfaces], to: destination)
    }

    /// Tells that an object has gone, or has lost interfaces: `InterfacesRemoved` of the manager at `manager`.
    /// - Throws: `ConnectionError`.
    public func emitInterfacesRemoved(
        _ object: ObjectPath, _ interfaces: [InterfaceName], manager: ObjectPath, to destination: BusName? = nil
    ) throws {
        try emit(
            path: manager, interface: .objectManager, member: "InterfacesRemoved", arguments: [object, interfaces],
            to: destination)
    }

    /// Tells that properties have changed: `org.freedesktop.DBus.Properties.PropertiesChanged`.
    ///
    /// - Parameters:
    ///   - changed: new values by name.
    ///   - invalidated: names of properties that have changed without their values being told.
    /// - Throws: `ConnectionError`.
    public func emitPropertiesChanged(
        _ path: ObjectPath, interface: InterfaceName, changed: Details, invalidated: [MemberName] = [],
        to destination: BusName? = nil
    ) throws {
        try emit(
            path: path, interface: .properties, member: "PropertiesChanged", arguments: [interface, changed, invalidated],
            to: destination)
    }
}
