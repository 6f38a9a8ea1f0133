/// The caller of an object's member.
public struct BusCaller: Sendable {
    /// The unique name of the caller; nil on a connection without a bus.
    public let sender: BusName?
    /// The object.
    public let path: ObjectPath
    /// The interface of the member.
    public let interface: InterfaceName
    /// The method or property; nil for all properties of the interface at once.
    public let member: MemberName?
    /// The connection on which the call arrived.
    public let connection: Connection
}
