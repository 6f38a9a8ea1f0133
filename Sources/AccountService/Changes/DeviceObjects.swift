import AccountCore
import DBus
import DeviceInterfaces
import Synchronization
import TVWorld

/// The objects below the root: one for each app, provider and agent, and the account. They are read from the current state; only
/// the exported paths and the connections that watch them are stored here.
///
/// Their signals are sent only to connections that have requested all objects, because not every app on the bus may see their
/// contents. They contain what has changed since the last signal, as the annotations in `Objects.xml` say.
final class DeviceObjects: Sendable {
    private struct Present {
        var paths: Set<ObjectPath> = []
        var watchers: Set<BusName> = []
        /// The reply to GetManagedObjects, until something changes.
        var list: ManagedObjects?
        /// The changeable properties of each object as the watchers know them. It is kept only while there are watchers, and is
        /// made anew with the list.
        var known: [ObjectPath: [MemberName: BusVariant]] = [:]
    }

    private let present = Mutex(Present())
    private let device: Device
    private let agents: Agents
    private let authorizer: Authorizer
    /// One value for each kind, shared by all of its objects, which are distinguished by path.
    private let objects: [ObjectKind: ExportedObject]
    /// How changes of the properties are announced.
    private let signals: [ObjectKind: [MemberName: BusInterface.ChangeSignal]]

    init(device: Device, agents: Agents, authorizer: Authorizer) throws {
        self.device = device
        self.agents = agents
        self.authorizer = authorizer
        var objects: [ObjectKind: ExportedObject] = [:]
        var signals: [ObjectKind: [MemberName: BusInterface.ChangeSignal]] = [:]
        for kind in ObjectKind.allCases {
            let interface = try kind.declaration.described()
            var handlers: [MemberName: PropertyHandler] = [:]
            for property in interface.properties {
                signals[kind, default: [:]][property.name] = interface.changeSignal(of: property)
                handlers[property.name] = PropertyHandler(get: { caller in
                    let state = ObjectState(device: device.state, agents: agents.all)
                    guard let value = kind.properties(at: caller.path, in: state)?[property.name] else {
                        throw ErrorReply(.unknownObject, message: "the object at \(caller.path) has just been removed")
                    }
                    return value
                })
            }
            objects[kind] = ExportedObject(
                interfaces: [try BoundInterface(interface, authorize: authorizer.authorize, properties: handlers)],
                audience: authorizer.allows)
        }
        self.objects = objects
        self.signals = signals
    }

    /// The root's ObjectManager.
    var manager: ObjectManager {
        ObjectManager { [self] caller in
            try authorizer.authorize(caller)
            let (list, isFirst) = present.withLock { present in
                let isFirst = present.watchers.isEmpty
                if let sender = caller.sender { present.watchers.insert(sender) }
                return (present.list, isFirst)
            }
            if let list { return list }
            let (made, known) = makeList()
            present.withLock { present in
                present.list = made
                // Later watchers get the changes that the first one has not been told of yet.
                if isFirst { present.known = known }
            }
            return made
        }
    }

    /// Exports new objects of the device's state, removes old ones, and notifies the watchers.
    func update(_ kind: ObjectKind, on connection: isolated Connection) {
        let wanted = Set(kind.paths(in: state))
        let prefix = "\(SubscriberAccountInterface.path)/\(kind.rawValue)/"
        let (added, removed) = present.withLock { present in
            let old = present.paths.filter { $0.string.hasPrefix(prefix) }
            present.paths.formUnion(wanted)
            present.paths.subtract(old.subtracting(wanted))
            present.list = nil
            return (wanted.subtracting(old), old.subtracting(wanted))
        }
        for path in removed.sorted(by: { $0.string < $1.string }) { remove(path, of: kind, from: connection) }
        for path in added.sorted(by: { $0.string < $1.string }) { add(path, of: kind, to: connection) }
    }

    /// Notifies the watchers of what has changed in an object, and exports it if it is new.
    func update(_ path: ObjectPath, of kind: ObjectKind, on connection: isolated Connection) {
        let isNew = present.withLock { present in
            present.list = nil
            return present.paths.insert(path).inserted
        }
        if isNew { return add(path, of: kind, to: connection) }
        guard hasWatchers, let properties = kind.properties(at: path, in: state) else { return }
        let known = note(properties, of: path, kind)
        var (changed, invalidated): (VariantDictionary, [MemberName]) = ([:], [])
        for (name, value) in changeable(properties, of: kind) where known[name] != value {
            if signals[kind]?[name] == .invalidation { invalidated.append(name) } else { changed[name.string] = value }
        }
        guard !changed.isEmpty || !invalidated.isEmpty else { return }
        tellWatchers { watcher in
            try connection.emitPropertiesChanged(
                path, interface: kind.interface, changed: changed, invalidated: invalidated, to: watcher)
        }
    }

    /// Removes objects from the bus, and notifies the watchers of those that existed.
    func remove(_ paths: [ObjectPath], of kind: ObjectKind, on connection: isolated Connection) {
        let removed = present.withLock { present in
            present.list = nil
            return paths.filter { present.paths.remove($0) != nil }
        }
        for path in removed { remove(path, of: kind, from: connection) }
    }

    /// Notifies the watchers of what has changed in all objects of a kind.
    func updateAll(_ kind: ObjectKind, on connection: isolated Connection) {
        for path in kind.paths(in: state) { update(path, of: kind, on: connection) }
    }

    /// Removes a connection that has left the bus.
    func remove(_ sender: BusName) {
        present.withLock { _ = $0.watchers.remove(sender) }
    }

    private func add(_ path: ObjectPath, of kind: ObjectKind, to connection: isolated Connection) {
        guard let object = objects[kind] else { return }
        attempt { try connection.export(object, at: path) }
        guard hasWatchers, let properties = kind.properties(at: path, in: state) else { return }
        _ = note(properties, of: path, kind)
        let details = Self.details(properties)
        tellWatchers { watcher in
            try connection.emitInterfacesAdded(
                path, [kind.interface: details], manager: SubscriberAccountInterface.path, to: watcher)
        }
    }

    private func remove(_ path: ObjectPath, of kind: ObjectKind, from connection: isolated Connection) {
        connection.unexport(path)
        present.withLock { _ = $0.known.removeValue(forKey: path) }
        tellWatchers { watcher in
            try connection.emitInterfacesRemoved(path, [kind.interface], manager: SubscriberAccountInterface.path, to: watcher)
        }
    }

    private func tellWatchers(_ tell: (BusName) throws -> Void) {
        for watcher in present.withLock({ $0.watchers }) { attempt { try tell(watcher) } }
    }

    /// Whether anybody watches; otherwise, the properties need not be read.
    private var hasWatchers: Bool { present.withLock { !$0.watchers.isEmpty } }

    /// Notes the properties of an object as known.
    ///
    /// - Returns: Those that were known before.
    private func note(
        _ properties: [MemberName: any BusValueConvertible], of path: ObjectPath, _ kind: ObjectKind
    ) -> [MemberName: BusVariant] {
        let values = changeable(properties, of: kind)
        return present.withLock { $0.known.updateValue(values, forKey: path) } ?? [:]
    }

    /// Returns the properties whose changes are announced.
    private func changeable(
        _ properties: [MemberName: any BusValueConvertible], of kind: ObjectKind
    ) -> [MemberName: BusVariant] {
        var values: [MemberName: BusVariant] = [:]
        for (name, value) in properties {
            switch signals[kind]?[name] {
            case .value, .invalidation, nil: values[name] = BusVariant(value)
            case .never, .constant: break
            }
        }
        return values
    }

    private var state: ObjectState { ObjectState(device: device.state, agents: agents.all) }

    /// Returns the reply to GetManagedObjects, and the changeable properties in it.
    private func makeList() -> (ManagedObjects, known: [ObjectPath: [MemberName: BusVariant]]) {
        let state = state
        var known: [ObjectPath: [MemberName: BusVariant]] = [:]
        var list: [ObjectPath: [InterfaceName: VariantDictionary]] = [:]
        for kind in ObjectKind.allCases {
            for path in kind.paths(in: state) {
                if let properties = kind.properties(at: path, in: state) {
                    list[path] = [kind.interface: Self.details(properties)]
                    known[path] = changeable(properties, of: kind)
                }
            }
        }
        return (ManagedObjects(list), known)
    }

    private static func details(_ properties: [MemberName: any BusValueConvertible]) -> VariantDictionary {
        var details: VariantDictionary = [:]
        for (name, value) in properties { details[name.string] = BusVariant(value) }
        return details
    }
}
