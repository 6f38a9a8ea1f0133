/// How a name request ended. Mirrors the reply of `org.freedesktop.DBus.RequestName`.
public enum NameRequestReply: UInt32, Sendable, Hashable, ValueConvertible {
    /// The name belongs to this connection now.
    case primaryOwner = 1
    /// The connection waits in the queue of owners.
    case inQueue = 2
    /// The name has another owner. `requestName` throws `ConnectionError.nameTaken` instead.
    case exists = 3
    /// The name belonged to this connection already.
    case alreadyOwner = 4
}

extension Connection {
    /// Asks for a well-known name. Export objects first: calls can arrive as soon as the name is there.
    ///
    /// - Parameters:
    ///   - allowReplacement: others may take the name over with `replaceExisting`.
    ///   - replaceExisting: take the name from an owner that allows it.
    ///   - queue: wait in the queue of owners when somebody else has the name, instead of throwing.
    /// - Throws: `ConnectionError.nameTaken`; whatever a call throws.
    @discardableResult
    public func requestName(
        _ name: BusName, allowReplacement: Bool = false, replaceExisting: Bool = false, queue: Bool = false
    ) async throws -> NameRequestReply {
        let flags: UInt32 = (allowReplacement ? 1 : 0) | (replaceExisting ? 2 : 0) | (queue ? 0 : 4)
        let reply = try await callBus("RequestName", [name, flags]).decode(as: NameRequestReply.self)
        if reply == .exists { throw ConnectionError.nameTaken }
        return reply
    }

    /// Gives a name up, or its place in the queue. Succeeds also when the connection did not have it.
    /// - Throws: whatever a call throws.
    public func releaseName(_ name: BusName) async throws {
        try await callBus("ReleaseName", [name])
    }

    /// The unique name of the owner of a name; nil when it has none.
    /// - Throws: whatever a call throws.
    public func nameOwner(_ name: BusName) async throws -> BusName? {
        do {
            return try await callBus("GetNameOwner", [name]).decode(as: BusName.self)
        } catch let error as RemoteError where error.name == .nameHasNoOwner {
            return nil
        }
    }

    /// Who is behind a name, as the bus saw it when the connection was made.
    /// - Throws: `RemoteError` with `NameHasNoOwner` when nobody owns the name; whatever a call throws.
    public func credentials(of name: BusName) async throws -> Credentials {
        try Credentials(try await callBus("GetConnectionCredentials", [name]).decode(as: Details.self))
    }

    /// Who is at the other end of an accepted connection without a bus.
    public func peerCredentials() -> Credentials {
        let peer = loop.connection?.peer
        return Credentials(userID: peer?.userID, processID: peer?.processID)
    }

    @discardableResult
    func callBus(_ member: MemberName, _ arguments: [any ValueConvertible]) async throws -> Message {
        guard hasBus else { throw ConnectionError.noBus }
        return try await call(.bus, path: .busPath, interface: .bus, member: member, arguments: arguments)
    }
}
