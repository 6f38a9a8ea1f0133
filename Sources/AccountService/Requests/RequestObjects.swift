import AccountCore
import DBus
import DeviceInterfaces

private typealias Member = RequestInterface.Member

/// The objects of unfinished requests, and their signals, which are sent only to the caller.
struct RequestObjects: Sendable {
    /// The interface of `Request.xml`.
    let interface: BusInterface
    let bus: WeakConnection
    /// They decide who may see the requests of others.
    let callers: Callers

    /// Exports a request's object and sends its path to the caller.
    ///
    /// - Parameter perform: Handles the caller's methods.
    func begin(
        _ id: RequestID, reply: BusReply, on connection: isolated Connection,
        perform: @escaping @Sendable (RequestEvent) async -> Void
    ) {
        let path = id.objectPath
        attempt {
            let object = try BoundInterface(
                interface, authorize: { try Self.checkOwner($0, of: id) },
                methods: [
                    Member.cancel: .performing { _ in await perform(.cancelled(id)) },
                    Member.confirm: .performing { call in await perform(.confirmed(id, try call.decode(Bool.self))) },
                ])
            let audience: @Sendable (BusName?) -> Bool = { [callers] sender in
                sender?.string == id.owner || callers.allows(sender)
            }
            try connection.export(ExportedObject(interfaces: [object], audience: audience), at: path)
        }
        reply.send([path], on: connection)
    }

    private static func checkOwner(_ caller: BusCaller, of id: RequestID) throws {
        guard caller.sender?.string == id.owner else {
            throw ErrorReply(.accessDenied, message: "the request belongs to \(id.owner)")
        }
    }

    /// Removes a request's object.
    func remove(_ id: RequestID) async { await bus.connection?.unexport(id.objectPath) }

    /// Sends a signal of a request. With the last one, the request's object is removed.
    func emit(
        _ member: MemberName, _ arguments: [any BusValueConvertible] = [], of id: RequestID, isLast: Bool = false
    ) async {
        guard let connection = bus.connection, let owner = try? BusName(id.owner) else { return }
        await emit(member, arguments, from: id.objectPath, to: owner, isLast: isLast, on: connection)
    }

    /// Sends a signal; before the last one, removes the object in the same step, so that the receiver no longer finds it.
    private func emit(
        _ member: MemberName, _ arguments: [any BusValueConvertible], from path: ObjectPath, to owner: BusName, isLast: Bool,
        on connection: isolated Connection
    ) {
        if isLast { connection.unexport(path) }
        connection.announce(member, of: RequestInterface.name, at: path, arguments, to: owner)
    }
}
