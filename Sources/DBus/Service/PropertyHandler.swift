/// What answers for one property. Both run after the interface's authorizer.
public struct PropertyHandler: Sendable {
    let get: (@Sendable (Caller) throws -> any ValueConvertible)?
    let set: (@Sendable (Caller, Value) async throws -> Void)?

    /// - Parameters:
    ///   - get: gives the value. Runs on the bus thread and must not wait. nil for a property that can only be set.
    ///   - set: takes a value, which has the property's type. Runs in a task, one after the other for each sender; the reply
    ///     follows when it returns. nil for a property that can only be read.
    public init(
        get: (@Sendable (Caller) throws -> any ValueConvertible)?,
        set: (@Sendable (Caller, Value) async throws -> Void)? = nil
    ) {
        self.get = get
        self.set = set
    }

    /// A property that never changes.
    public static func constant(_ value: any ValueConvertible) -> PropertyHandler {
        PropertyHandler(get: { _ in value })
    }
}
