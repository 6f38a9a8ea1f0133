// The basic types of the D-Bus specification and the corresponding Swift types.

extension UInt8: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "y") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .byte(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .byte(self) }
}

extension Bool: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "b") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .boolean(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .boolean(self) }
}

extension Int16: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "n") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .int16(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .int16(self) }
}

extension UInt16: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "q") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .uint16(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .uint16(self) }
}

extension Int32: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "i") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .int32(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .int32(self) }
}

extension UInt32: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "u") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .uint32(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .uint32(self) }
}

extension Int64: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "x") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .int64(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .int64(self) }
}

extension UInt64: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "t") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .uint64(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .uint64(self) }
}

extension Double: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "d") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .double(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .double(self) }
}

extension String: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "s") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .string(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .string(self) }
}

extension ObjectPath: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "o") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .objectPath(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .objectPath(self) }
}

extension Signature: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "g") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .signature(let value) = dbusValue else { throw ConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: Value { .signature(self) }
}

/// The result shares the descriptor that was received with the message.
extension FileDescriptor: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "h") }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .fileDescriptor(let value) = dbusValue else {
            throw ConversionError(expected: Self.signature, found: dbusValue)
        }
        // libdbus duplicates a received descriptor, which fails if too many files are open.
        guard value.rawValue >= 0 else { throw ConversionError(reason: "the file descriptor was lost: too many open files") }
        self = value
    }

    public var dbusValue: Value { .fileDescriptor(self) }
}
