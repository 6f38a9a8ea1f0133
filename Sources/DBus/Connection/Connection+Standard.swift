/// The interfaces that every object has: Introspectable, Properties, and ObjectManager where there is one.
extension Connection {
    /// Returns the standard interface for a call that specifies no interface.
    func standardInterface(of member: MemberName, _ object: ExportedObject) -> InterfaceName? {
        switch member {
        case "Introspect": .introspectable
        case "Get", "Set", "GetAll": .properties
        case "GetManagedObjects" where object.objectManager != nil: .objectManager
        default: nil
        }
    }

    func callStandard(
        _ interface: InterfaceName?, _ member: MemberName, of object: ExportedObject, at path: ObjectPath,
        _ header: BusMessage, _ raw: OpaquePointer
    ) {
        let target = ReplyTarget(header, name: member.string, output: nil)
        guard let body = arguments(of: raw, for: target) else { return }
        var message = header
        message.body = body
        do throws(any Error) {
            switch (interface, member) {
            case (InterfaceName.introspectable, "Introspect"):
                try message.decode()
                reply(to: target, [.string(introspectionData(of: object, at: path, for: message.sender))])
            case (InterfaceName.properties, "Get"):
                let (name, property) = try message.decode(as: String.self, String.self)
                reply(to: target, [.variant(try self.property(property, name, of: object, at: path, message))])
            case (InterfaceName.properties, "GetAll"):
                let name = try message.decode(as: String.self)
                reply(to: target, [try allProperties(name, of: object, at: path, message)])
            case (InterfaceName.properties, "Set"):
                let (name, property, value) = try message.decode(as: String.self, String.self, BusVariant.self)
                try setProperty(property, name, to: value.value, of: object, at: path, message, target)
            case (InterfaceName.objectManager, "GetManagedObjects"):
                guard let manager = object.objectManager else { throw unknown(interface, member, object) }
                try message.decode()
                reply(to: target, try manager.objects(caller(message, path, .objectManager, member)))
            default: throw unknown(interface, member, object)
            }
        } catch {
            reply(to: target, error: error)
        }
    }

    private func unknown(_ interface: InterfaceName?, _ member: MemberName, _ object: ExportedObject) -> ErrorReply {
        switch interface {
        case nil: ErrorReply(.unknownMethod, message: "No interface of the object has a method '\(member)'.")
        case InterfaceName.introspectable?, InterfaceName.properties?:
            ErrorReply(.unknownMethod, message: "The interface '\(interface?.string ?? "")' has no method '\(member)'.")
        case InterfaceName.objectManager? where object.objectManager != nil:
            ErrorReply(.unknownMethod, message: "The interface '\(InterfaceName.objectManager)' has no method '\(member)'.")
        case let name?: ErrorReply(.unknownInterface, message: "The object has no interface '\(name)'.")
        }
    }

    func caller(_ message: BusMessage, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName?) -> BusCaller {
        BusCaller(sender: message.sender, path: path, interface: interface, member: member, connection: self)
    }

    private func property(
        _ name: String, _ interface: String, of object: ExportedObject, at path: ObjectPath, _ message: BusMessage
    ) throws -> BusValue {
        let (entry, caller) = try find(name, interface, of: object, at: path, message)
        guard let get = entry.handler.get else {
            throw ErrorReply(.accessDenied, message: "The property '\(name)' can only be set.")
        }
        return try checked(get(caller).dbusValue, entry.property)
    }

    private func allProperties(
        _ interface: String, of object: ExportedObject, at path: ObjectPath, _ message: BusMessage
    ) throws -> BusValue {
        var entries: [BusValue.Entry] = []
        for bound in try interfaces(named: interface, of: object) {
            let name = bound.interface.name
            try bound.authorize?(caller(message, path, name, nil))
            for property in bound.interface.properties {
                guard let get = bound.properties[property.name]?.handler.get else { continue }
                let value = try checked(get(caller(message, path, name, property.name)).dbusValue, property)
                entries.append(BusValue.Entry(key: .string(property.name.string), value: .variant(value)))
            }
        }
        return .dictionary(key: String.signature, value: BusVariant.signature, entries)
    }

    private func setProperty(
        _ name: String, _ interface: String, to value: BusValue, of object: ExportedObject, at path: ObjectPath,
        _ message: BusMessage, _ target: ReplyTarget
    ) throws {
        let (entry, caller) = try find(name, interface, of: object, at: path, message)
        guard let set = entry.handler.set else {
            throw ErrorReply(.propertyReadOnly, message: "The property '\(name)' cannot be set.")
        }
        guard value.type == entry.property.type else {
            throw BusConversionError(expected: entry.property.type, found: value).within("property '\(name)'")
        }
        run(target, isSerial: true) {
            try await set(caller, value)
            return []
        }
    }

    /// Returns a property that the sender may access, and the sender as its caller.
    private func find(
        _ name: String, _ interface: String, of object: ExportedObject, at path: ObjectPath, _ message: BusMessage
    ) throws -> (BoundInterface.BoundProperty, BusCaller) {
        let unknown = ErrorReply(.unknownProperty, message: "Unknown property '\(printable(name))'.")
        guard let property = try? MemberName(name) else { throw unknown }
        for bound in try interfaces(named: interface, of: object) {
            guard let entry = bound.properties[property] else { continue }
            let caller = caller(message, path, bound.interface.name, property)
            try bound.authorize?(caller)
            return (entry, caller)
        }
        throw unknown
    }

    /// Returns the interface with a name, or all interfaces if the name is empty. The standard ones have no properties.
    private func interfaces(named text: String, of object: ExportedObject) throws -> [BoundInterface] {
        if text.isEmpty { return object.order.compactMap { object.interfaces[$0] } }
        let name: InterfaceName
        do { name = try InterfaceName(text) } catch { throw ErrorReply(.invalidArguments, message: error.description) }
        if let bound = object.interfaces[name] { return [bound] }
        let isStandard =
            [.introspectable, .properties, .peer].contains(name) || name == .objectManager && object.objectManager != nil
        guard isStandard else {
            throw ErrorReply(.unknownInterface, message: "The object has no interface '\(printable(text))'.")
        }
        return []
    }

    private func checked(_ value: BusValue, _ property: BusInterface.Property) throws -> BusValue {
        if value.hasType(property.type) { return value }
        options.log("the property '\(property.name)' has a value of type '\(value.type)' instead of '\(property.type)'")
        throw ErrorReply(.failed, message: "The service returned a malformed value of the property '\(property.name)'.")
    }
}
