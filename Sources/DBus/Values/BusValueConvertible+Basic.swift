// The basic types of the D-Bus specification and the corresponding Swift types.

extension UInt8: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "y") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .byte(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .byte(self) }
}

extension Bool: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "b") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .boolean(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .boolean(self) }
}

extension Int16: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "n") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .int16(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .int16(self) }
}

extension UInt16: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "q") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .uint16(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .uint16(self) }
}

extension Int32: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "i") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .int32(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .int32(self) }
}

extension UInt32: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "u") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .uint32(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .uint32(self) }
}

extension Int64: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "x") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .int64(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .int64(self) }
}

extension UInt64: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "t") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .uint64(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .uint64(self) }
}

extension Double: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "d") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .double(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .double(self) }
}

extension String: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "s") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .string(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .string(self) }
}

extension ObjectPath: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "o") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .objectPath(let value) = dbusValue else {
            throw BusConversionError(expected: Self.signature, found: dbusValue)
        }
        self = value
    }

    public var dbusValue: BusValue { .objectPath(self) }
}

extension BusSignature: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "g") }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .signature(let value) = dbusValue else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
        self = value
    }

    public var dbusValue: BusValue { .signature(self) }
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
