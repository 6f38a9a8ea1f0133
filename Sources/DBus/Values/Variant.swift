/// A value with its type (`v`).
public struct Variant: ValueConvertible, Hashable, CustomStringConvertible {
    /// The contained value.
    public var value: Value

    /// Wraps a Swift value.
    public init(_ value: some ValueConvertible) {
        self.value = value.dbusValue
    }

    /// Wraps any D-Bus value.
    public init(value: Value) {
        self.value = value
    }

    public static var signature: Signature { Signature(unchecked: "v") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .variant(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self.value = value
    }

    public var dbusValue: Value { .variant(value) }

    /// Returns the content as a Swift type.
    /// - Throws: `ConversionError` if the content has the wrong type.
    public func get<T: ValueConvertible>(as type: T.Type = T.self) throws(ConversionError) -> T {
        try T(dbusValue: value)
    }

    public var description: String { "\(value)" }
}
