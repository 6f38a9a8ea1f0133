/// A type that can be the key of a dictionary: one of D-Bus's basic types.
public protocol BusDictionaryKey: BusValueConvertible, Hashable {}

/// A type that has a case of `BusValue` to itself.
protocol BasicType: BusDictionaryKey {
    /// Returns the content of a value; nil if it has another type.
    static func content(of value: BusValue) -> Self?
}

extension BasicType {
    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard let content = Self.content(of: dbusValue) else {
            throw BusConversionError(expected: Self.signature, found: dbusValue)
        }
        self = content
    }
}

extension UInt8: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "y") }
    public var dbusValue: BusValue { .byte(self) }
    static func content(of value: BusValue) -> UInt8? { if case .byte(let found) = value { found } else { nil } }
}

extension Bool: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "b") }
    public var dbusValue: BusValue { .boolean(self) }
    static func content(of value: BusValue) -> Bool? { if case .boolean(let found) = value { found } else { nil } }
}

extension Int16: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "n") }
    public var dbusValue: BusValue { .int16(self) }
    static func content(of value: BusValue) -> Int16? { if case .int16(let found) = value { found } else { nil } }
}

extension UInt16: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "q") }
    public var dbusValue: BusValue { .uint16(self) }
    static func content(of value: BusValue) -> UInt16? { if case .uint16(let found) = value { found } else { nil } }
}

extension Int32: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "i") }
    public var dbusValue: BusValue { .int32(self) }
    static func content(of value: BusValue) -> Int32? { if case .int32(let found) = value { found } else { nil } }
}

extension UInt32: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "u") }
    public var dbusValue: BusValue { .uint32(self) }
    static func content(of value: BusValue) -> UInt32? { if case .uint32(let found) = value { found } else { nil } }
}

extension Int64: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "x") }
    public var dbusValue: BusValue { .int64(self) }
    static func content(of value: BusValue) -> Int64? { if case .int64(let found) = value { found } else { nil } }
}

extension UInt64: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "t") }
    public var dbusValue: BusValue { .uint64(self) }
    static func content(of value: BusValue) -> UInt64? { if case .uint64(let found) = value { found } else { nil } }
}

extension Double: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "d") }
    public var dbusValue: BusValue { .double(self) }
    static func content(of value: BusValue) -> Double? { if case .double(let found) = value { found } else { nil } }
}

extension String: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "s") }
    public var dbusValue: BusValue { .string(self) }
    static func content(of value: BusValue) -> String? { if case .string(let found) = value { found } else { nil } }
}

extension ObjectPath: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "o") }
    public var dbusValue: BusValue { .objectPath(self) }
    static func content(of value: BusValue) -> ObjectPath? { if case .objectPath(let found) = value { found } else { nil } }
}

extension BusSignature: BasicType {
    public static var signature: BusSignature { BusSignature(unchecked: "g") }
    public var dbusValue: BusValue { .signature(self) }
    static func content(of value: BusValue) -> BusSignature? { if case .signature(let found) = value { found } else { nil } }
}

/// The result shares the descriptor that was received with the message.
extension BusFileDescriptor: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "h") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .fileDescriptor(let value) = dbusValue else {
            throw BusConversionError(expected: Self.signature, found: dbusValue)
        }
        // libdbus duplicates a received descriptor, which fails if too many files are open.
        guard value.rawValue >= 0 else { throw BusConversionError(reason: "the file descriptor was lost: too many open files") }
        self = value
    }

    public var dbusValue: BusValue { .fileDescriptor(self) }
}

/// Names are sent as strings and checked when they are received.
extension BusValueConvertible where Self: BusText {
    public static var signature: BusSignature { String.signature }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        let text = try String(dbusValue: dbusValue)
        do { try self.init(text) } catch { throw BusConversionError(reason: error.description) }
    }

    public var dbusValue: BusValue { .string(string) }
}

extension BusName: BusDictionaryKey {}
extension InterfaceName: BusDictionaryKey {}
extension MemberName: BusDictionaryKey {}
extension ErrorName: BusDictionaryKey {}
