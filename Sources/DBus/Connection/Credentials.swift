/// Who is behind a connection. Mirrors `org.freedesktop.DBus.GetConnectionCredentials`; what the bus does not know is nil.
public struct Credentials: Sendable, Hashable {
    /// The numeric user.
    public var userID: UInt32?
    /// The numeric groups, sorted, where the bus tells them.
    public var groupIDs: [UInt32]?
    /// The process that made the connection. It may have ended, and its number may be in use again; see `process`.
    public var processID: UInt32?
    /// A pidfd of that process, which cannot come to mean another one; only newer buses give it.
    public var process: FileDescriptor?
    /// The label of the Linux security module, without the NUL at its end.
    public var securityLabel: [UInt8]?

    /// Makes credentials.
    public init(userID: UInt32? = nil, processID: UInt32? = nil) {
        self.userID = userID
        self.processID = processID
    }

    init(_ details: Details) throws {
        userID = try details.optional("UnixUserID")
        groupIDs = try details.optional("UnixGroupIDs")
        processID = try details.optional("ProcessID")
        process = try details.optional("ProcessFD")
        securityLabel = try details.optional("LinuxSecurityLabel", as: [UInt8].self).map { Array($0.prefix { $0 != 0 }) }
    }
}
