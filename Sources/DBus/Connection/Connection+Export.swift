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
    /// - Throws: `ConnectionError`.
    public func emitInterfacesAdded(
        _ object: ObjectPath, _ interfaces: [InterfaceName: VariantDictionary], manager: ObjectPath,
        to destination: BusName? = nil
    ) throws {
        try emit(
            path: manager, interface: .objectManager, member: "InterfacesAdded", arguments: [object, interfaces], to: destination)
    }

    /// Announces that an object was removed, or lost interfaces: `InterfacesRemoved` of the manager at `manager`.
    /// - Throws: `ConnectionError`.
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
    /// - Throws: `ConnectionError`.
    public func emitPropertiesChanged(
        _ path: ObjectPath, interface: InterfaceName, changed: VariantDictionary, invalidated: [MemberName] = [],
        to destination: BusName? = nil
    ) throws {
        try emit(
            path: path, interface: .properties, member: "PropertiesChanged", arguments: [interface, changed, invalidated],
            to: destination)
    }
}
