/// One call of a method of an exported object.
public struct MethodInvocation: Sendable {
    /// The unique name of the caller; nil on a connection without a bus.
    public var sender: BusName? { message.sender }
    /// The object that was called.
    public let path: ObjectPath
    /// The interface of the method, even if the caller omitted it.
    public let interface: InterfaceName
    /// The method.
    public let member: MemberName
    /// The complete call.
    public let message: BusMessage
    /// The connection on which the call arrived.
    public let connection: Connection

    /// Converts the arguments: `let (id, options) = try invocation.decode(String.self, VariantDictionary.self)`.
    /// - Throws: `BusConversionError`, which a handler should not catch: it becomes the reply `InvalidArgs`.
    public func decode<each T: BusValueConvertible>(_ types: repeat (each T).Type) throws(BusConversionError) -> (repeat each T) {
        try message.decode(as: repeat each types)
    }
}
