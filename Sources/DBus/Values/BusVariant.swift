/// A value with its type (`v`).
public struct BusVariant: BusValueConvertible, Hashable, CustomStringConvertible {
    /// The contained value.
    public var value: BusValue

    /// Wraps a Swift value.
    public init(_ value: some BusValueConvertible) {
        self.value = value.dbusValue
    }

    /// Wraps any D-Bus value.
    public init(value: BusValue) {
        self.value = value
    }

    public static var signature: BusSignature { BusSignature(unchecked: "v") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .variant(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self.value = value
    }

    public var dbusValue: BusValue { .variant(value) }

    /// Returns the content as a Swift type.
    /// - Throws: `BusConversionError` if the content has the wrong type.
    public func get<T: BusValueConvertible>(as type: T.Type = T.self) throws(BusConversionError) -> T {
        try T(dbusValue: value)
    }

    public var description: String { "\(value)" }
}
