import AccountCore
import DBus
import DeviceInterfaces
import Synchronization
import TVWorld

/// The objects below the root: one for each app, provider and agent, and the account. They are read from the current state; only
/// the exported paths and the connections that watch them are stored here.
///
/// Their signals are sent only to connections that have requested all objects, because not every app on the bus may see their
/// contents.
final class DeviceObjects: Sendable {
    private struct Present {
        var paths: [ObjectKind: Set<ObjectPath>] = [:]
        var watchers: Set<BusName> = []
        /// The reply to GetManagedObjects, until something changes.
        var list: ManagedObjects?
    }

    private let present = Mutex(Present())
    private let device: Device
    private let agents: Agents
    private let callers: Callers
    /// One value for each kind, shared by all of its objects, which are distinguished by path; and the names of the properties
    /// that never change.
    private let kinds: [ObjectKind: (object: ExportedObject, constants: Set<String>)]

    init(device: Device, agents: Agents, callers: Callers) throws {
        self.device = device
        self.agents = agents
        self.callers = callers
        var kinds: [ObjectKind: (object: ExportedObject, constants: Set<String>)] = [:]
        for kind in ObjectKind.allCases {
            let interface = try kind.declaration.described()
            var handlers: [MemberName: PropertyHandler] = [:]
            for property in interface.properties {
                handlers[property.name] = PropertyHandler(get: { caller in
                    let state = ObjectState(device: device.state, agents: agents.all)
                    guard let value = kind.properties(at: caller.path, in: state)?[property.name] else {
                        throw ErrorReply(.unknownObject, message: "the object at \(caller.path) has just been removed")
                    }
                    return value
                })
            }
            let object = ExportedObject(
                interfaces: [try BoundInterface(interface, authorize: callers.authorize, properties: handlers)],
                audience: callers.allows)
            kinds[kind] = (object, Set(interface.properties.filter(\.isConstant).map(\.name.string)))
        }
        self.kinds = kinds
    }

    /// The root's ObjectManager.
    var manager: ObjectManager {
        ObjectManager { [self] caller in
            try callers.authorize(caller)
            let known = present.withLock { present in
                if let sender = caller.sender { present.watchers.insert(sender) }
                return present.list
            }
            if let known { return known }
            let list = makeList()
            present.withLock { $0.list = list }
            return list
        }
    }

    /// Exports new objects of the device's state, removes old ones, and notifies the watchers.
    func update(_ kind: ObjectKind, on connection: isolated Connection) {
        let wanted = Set(kind.paths(in: state))
        let (added, removed) = present.withLock { present in
            let old = present.paths.updateValue(wanted, forKey: kind) ?? []
            present.list = nil
            return (wanted.subtracting(old), old.subtracting(wanted))
        }
        for path in removed.sorted(by: { $0.string < $1.string }) { remove(path, of: kind, from: connection) }
        for path in added.sorted(by: { $0.string < $1.string }) { add(path, of: kind, to: connection) }
    }

    /// Notifies the watchers of an object that has changed, and exports it if it is new.
    func update(_ path: ObjectPath, of kind: ObjectKind, on connection: isolated Connection) {
        let isNew = present.withLock { present in
            present.list = nil
            return present.paths[kind, default: []].insert(path).inserted
        }
        if isNew { return add(path, of: kind, to: connection) }
        tellWatchers(of: path, kind) { watcher, properties in
            let changed = properties.filter { kinds[kind]?.constants.contains($0.key) != true }
            try connection.emitPropertiesChanged(path, interface: kind.interface, changed: changed, to: watcher)
        }
    }

    /// Removes objects from the bus, and notifies the watchers of those that existed.
    func remove(_ paths: [ObjectPath], of kind: ObjectKind, on connection: isolated Connection) {
        let removed = present.withLock { present in
            present.list = nil
            return paths.filter { present.paths[kind]?.remove($0) != nil }
        }
        for path in removed { remove(path, of: kind, from: connection) }
    }

    /// Notifies the watchers of all objects of a kind, changed or not.
    func updateAll(_ kind: ObjectKind, on connection: isolated Connection) {
        for path in kind.paths(in: state) { update(path, of: kind, on: connection) }
    }

    /// Removes a connection that has left the bus.
    func remove(_ sender: BusName) {
        present.withLock { _ = $0.watchers.remove(sender) }
    }

    private func add(_ path: ObjectPath, of kind: ObjectKind, to connection: isolated Connection) {
        guard let object = kinds[kind]?.object else { return }
        attempt { try connection.export(object, at: path) }
        tellWatchers(of: path, kind) { watcher, properties in
            try connection.emitInterfacesAdded(
                path, [kind.interface: properties], manager: SubscriberAccountInterface.path, to: watcher)
        }
    }

    private func remove(_ path: ObjectPath, of kind: ObjectKind, from connection: isolated Connection) {
        connection.unexport(path)
        tellWatchers { watcher in
            try connection.emitInterfacesRemoved(path, [kind.interface], manager: SubscriberAccountInterface.path, to: watcher)
        }
    }

    private func tellWatchers(_ tell: (BusName) throws -> Void) {
        for watcher in present.withLock({ $0.watchers }) { attempt { try tell(watcher) } }
    }

    /// Notifies the watchers with the properties of an object, which are read only if there are watchers.
    private func tellWatchers(of path: ObjectPath, _ kind: ObjectKind, _ tell: (BusName, VariantDictionary) throws -> Void) {
        guard present.withLock({ !$0.watchers.isEmpty }) else { return }
        guard let properties = kind.properties(at: path, in: state).map(Self.details) else { return }
        tellWatchers { try tell($0, properties) }
    }

    private var state: ObjectState { ObjectState(device: device.state, agents: agents.all) }

    private func makeList() -> ManagedObjects {
        let state = state
        var list: [ObjectPath: [InterfaceName: VariantDictionary]] = [:]
        for kind in ObjectKind.allCases {
            for path in kind.paths(in: state) {
                if let properties = kind.properties(at: path, in: state) {
                    list[path] = [kind.interface: Self.details(properties)]
                }
            }
        }
        return ManagedObjects(list)
    }

    private static func details(_ properties: [MemberName: any BusValueConvertible]) -> VariantDictionary {
        var details: VariantDictionary = [:]
        for (name, value) in properties { details[name.string] = BusVariant(value) }
        return details
    }
}
