/// A Swift type that corresponds to a D-Bus type.
///
/// Conforming types are the integers of 16 to 64 bits, `UInt8`, `Bool`, `Double`, `String`, `ObjectPath`, `Signature`,
/// `FileDescriptor`, the names, `Variant`, arrays, dictionaries, `Structure`, and enums whose raw value conforms:
///
///     enum Colour: String, ValueConvertible { case red, green }
public protocol ValueConvertible: Sendable {
    /// The D-Bus type, a single complete type.
    static var signature: Signature { get }
    /// Creates an instance from a received value.
    /// - Throws: `ConversionError` if the value has the wrong type, or a content that this type cannot represent.
    init(dbusValue: Value) throws(ConversionError)
    /// The value to send.
    var dbusValue: Value { get }
}

/// Enums and option sets with a convertible raw value are sent as that value.
extension ValueConvertible where Self: RawRepresentable, RawValue: ValueConvertible {
    public static var signature: Signature { RawValue.signature }

    public init(dbusValue: Value) throws(ConversionError) {
        let raw = try RawValue(dbusValue: dbusValue)
        guard let value = Self(rawValue: raw) else {
            throw ConversionError(reason: "'\(printable("\(raw)"))' is not one of the accepted values")
        }
        self = value
    }

    public var dbusValue: Value { rawValue.dbusValue }
}

extension ValueConvertible where Self: RawRepresentable & CaseIterable, RawValue: ValueConvertible {
    public init(dbusValue: Value) throws(ConversionError) {
        let raw = try RawValue(dbusValue: dbusValue)
        guard let value = Self(rawValue: raw) else {
            let accepted = Self.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw ConversionError(reason: "'\(printable("\(raw)"))' is not one of \(accepted)")
        }
        self = value
    }
}
