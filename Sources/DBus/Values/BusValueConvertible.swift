/// A Swift type that corresponds to a D-Bus type.
///
/// Conforming types are the integers of 16 to 64 bits, `UInt8`, `Bool`, `Double`, `String`, `ObjectPath`, `BusSignature`,
/// `BusFileDescriptor`, the names, `BusVariant`, arrays, dictionaries, `BusStructure`, and enums whose raw value conforms:
///
///     enum Colour: String, BusValueConvertible { case red, green }
public protocol BusValueConvertible: Sendable {
    /// The D-Bus type, a single complete type.
    static var signature: BusSignature { get }
    /// Creates an instance from a received value.
    /// - Throws: `BusConversionError` if the value has the wrong type, or a content that this type cannot represent.
    init(dbusValue: BusValue) throws(BusConversionError)
    /// The value to send.
    var dbusValue: BusValue { get }
}

/// Enums and option sets with a convertible raw value are sent as that value.
extension BusValueConvertible where Self: RawRepresentable, RawValue: BusValueConvertible {
    public static var signature: BusSignature { RawValue.signature }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        let raw = try RawValue(dbusValue: dbusValue)
        guard let value = Self(rawValue: raw) else {
            throw BusConversionError(reason: "'\(printable("\(raw)"))' is not one of the accepted values")
        }
        self = value
    }

    public var dbusValue: BusValue { rawValue.dbusValue }
}

extension BusValueConvertible where Self: RawRepresentable & CaseIterable, RawValue: BusValueConvertible {
    public init(dbusValue: BusValue) throws(BusConversionError) {
        let raw = try RawValue(dbusValue: dbusValue)
        guard let value = Self(rawValue: raw) else {
            let accepted = Self.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw BusConversionError(reason: "'\(printable("\(raw)"))' is not one of \(accepted)")
        }
        self = value
    }
}

/// A D-Bus value does not have the required type or form.
public struct BusConversionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The location of the value in the message, outermost first: "argument 2", "key 'prompt'", "element 3".
    public var location: [String]
    /// A description of the problem and of what is accepted.
    public var reason: String

    /// Creates an error without a location; callers add it with `within(_:)`.
    public init(reason: String, location: [String] = []) {
        self.reason = reason
        self.location = location
    }

    /// Creates the error for a value of the wrong type.
    public init(expected: BusSignature, found: BusValue) {
        self.init(reason: "expected type '\(expected)', got '\(printable(found.type.string))'")
    }

    /// Returns the error with the location one level further out.
    public func within(_ place: String) -> BusConversionError {
        BusConversionError(reason: reason, location: [place] + location)
    }

    public var description: String { (location + [reason]).joined(separator: ": ") }
}
