/// One call of a method of an exported object.
public struct Invocation: Sendable {
    /// The unique name of the caller; nil on a connection without a bus.
    public var sender: BusName? { message.sender }
    /// The object that was called.
    public let path: ObjectPath
    /// The interface of the method, even if the caller omitted it.
    public let interface: InterfaceName
    /// The method.
    public let member: MemberName
    /// The complete call.
    public let message: Message
    /// The connection on which the call arrived.
    public let connection: Connection

    /// Converts the arguments: `let (id, options) = try invocation.decode(String.self, Details.self)`.
    /// - Throws: `ConversionError`, which a handler should not catch: it becomes the reply `InvalidArgs`.
    public func decode<each T: ValueConvertible>(_ types: repeat (each T).Type) throws(ConversionError) -> (repeat each T) {
        try message.decode(as: repeat each types)
    }
}
