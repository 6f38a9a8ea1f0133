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
