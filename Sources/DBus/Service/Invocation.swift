/// One call of a method of an exported object.
public struct Invocation: Sendable {
    /// The unique name of the caller; nil on a connection without a bus.
    public var sender: BusName? { message.sender }
    /// The object that was called.
    public let path: ObjectPath
    /// The interface of the method, also when the caller left it out.
    public let interface: InterfaceName
    /// The method.
    public let member: MemberName
    /// The whole call.
    public let message: Message
    /// The connection that the call came in on.
    public let connection: Connection

    /// Converts the arguments: `let (id, options) = try invocation.decode(String.self, Details.self)`.
    /// - Throws: `ConversionError`, which a handler lets through: it becomes the reply `InvalidArgs`.
    public func decode<each T: ValueConvertible>(_ types: repeat (each T).Type) throws(ConversionError) -> (repeat each T) {
        try message.decode(as: repeat each types)
    }
}
