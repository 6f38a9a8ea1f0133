/// The result of a name request. Mirrors the reply of `org.freedesktop.DBus.RequestName`.
public enum NameRequestReply: UInt32, Sendable, Hashable, BusValueConvertible {
    /// This connection now owns the name.
    case primaryOwner = 1
    /// The connection waits in the queue of owners.
    case inQueue = 2
    /// The name has another owner. `requestName` throws `ConnectionError.nameTaken` instead.
    case exists = 3
    /// This connection already owned the name.
    case alreadyOwner = 4
}

extension Connection {
    /// Requests a well-known name. Export objects first: calls can arrive as soon as the name is owned.
    ///
    /// - Parameters:
    ///   - allowReplacement: Whether other connections may take over the name with `replaceExisting`.
    ///   - replaceExisting: Whether to take the name from an owner that allows it.
    ///   - queue: Whether to wait in the queue of owners if the name has an owner, instead of throwing.
    /// - Throws: `ConnectionError.nameTaken`; the errors of a call.
    @discardableResult
    public func requestName(
        _ name: BusName, allowReplacement: Bool = false, replaceExisting: Bool = false, queue: Bool = false
    ) async throws -> NameRequestReply {
        let flags: UInt32 = (allowReplacement ? 1 : 0) | (replaceExisting ? 2 : 0) | (queue ? 0 : 4)
        let reply = try await callBus("RequestName", [name, flags]).decode(as: NameRequestReply.self)
        if reply == .exists { throw ConnectionError.nameTaken }
        return reply
    }

    /// Releases a name, or its place in the queue. Succeeds even if the connection did not own it.
    /// - Throws: The errors of a call.
    public func releaseName(_ name: BusName) async throws {
        try await callBus("ReleaseName", [name])
    }

    /// Returns the unique name of a name's owner; nil if it has none.
    /// - Throws: The errors of a call.
    public func nameOwner(_ name: BusName) async throws -> BusName? {
        do {
            return try await callBus("GetNameOwner", [name]).decode(as: BusName.self)
        } catch let error as RemoteError where error.name == .nameHasNoOwner {
            return nil
        }
    }

    /// Returns the credentials of a name's owner, as the bus recorded them when the connection was opened.
    /// - Throws: `RemoteError` with `NameHasNoOwner` if the name has no owner; the errors of a call.
    public func credentials(of name: BusName) async throws -> ConnectionCredentials {
        try ConnectionCredentials(try await callBus("GetConnectionCredentials", [name]).decode(as: VariantDictionary.self))
    }

    @discardableResult
    func callBus(_ member: MemberName, _ arguments: [any BusValueConvertible]) async throws -> BusMessage {
        guard hasBus else { throw ConnectionError.noBus }
        return try await call(.bus, path: .busPath, interface: .bus, member: member, arguments: arguments)
    }
}

/// The credentials of a connection. Mirrors `org.freedesktop.DBus.GetConnectionCredentials`; what the bus does not know is nil.
public struct ConnectionCredentials: Sendable, Hashable {
    /// The numeric user ID.
    public var userID: UInt32?
    /// The ID of the process that opened the connection. It may have exited, and its ID may have been reused; see `process`.
    public var processID: UInt32?
    /// A pidfd of that process, which cannot refer to another process; provided only by newer buses.
    public var process: BusFileDescriptor?
    /// The label of the Linux security module, without the trailing NUL.
    public var securityLabel: [UInt8]?

    /// Creates credentials.
    public init(userID: UInt32? = nil, processID: UInt32? = nil) {
        self.userID = userID
        self.processID = processID
    }

    init(_ details: VariantDictionary) throws {
        userID = try details.optional("UnixUserID")
        processID = try details.optional("ProcessID")
        process = try details.optional("ProcessFD")
        securityLabel = try details.optional("LinuxSecurityLabel", as: [UInt8].self).map { Array($0.prefix { $0 != 0 }) }
    }
}
