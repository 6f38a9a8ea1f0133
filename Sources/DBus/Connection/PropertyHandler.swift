/// The handler of one property. Both closures run after the interface's authorizer.
public struct PropertyHandler: Sendable {
    let get: (@Sendable (BusCaller) throws -> any BusValueConvertible)?
    let set: (@Sendable (BusCaller, BusValue) async throws -> Void)?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - get: Returns the value. Runs on the bus thread and must not block. nil for a property that can only be set.
    ///   - set: Accepts a value, which has the property's type. Runs in a task, sequentially for each sender; the reply is sent
    ///     when it returns. nil for a property that can only be read.
    public init(
        get: (@Sendable (BusCaller) throws -> any BusValueConvertible)?,
        set: (@Sendable (BusCaller, BusValue) async throws -> Void)? = nil
    ) {
        self.get = get
        self.set = set
    }

    /// Returns the handler of a property that never changes.
    public static func constant(_ value: any BusValueConvertible) -> PropertyHandler {
        PropertyHandler(get: { _ in value })
    }
}

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
