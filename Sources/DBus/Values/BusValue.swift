import Glibc

/// Any value of the D-Bus type system. Mirrors the D-Bus specification, "Type System".
///
/// Most code does not need this type: `BusValueConvertible` converts Swift types in both directions.
public enum BusValue: Sendable, Hashable {
    /// `y`, one byte.
    case byte(UInt8)
    /// `b`
    case boolean(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(ObjectPath)
    /// `g`
    case signature(BusSignature)
    /// `h`, an open file that is passed with the message.
    case fileDescriptor(BusFileDescriptor)
    /// `ay`. Received byte arrays always have this form, which uses one byte for each element.
    case bytes([UInt8])
    /// `a…`: values of one type. `element` is a single complete type, which matters even if there are no values.
    indirect case array(element: BusSignature, [BusValue])
    /// `a{…}`: `key` is a basic type, `value` a single complete type. The order of the entries is preserved.
    indirect case dictionary(key: BusSignature, value: BusSignature, [Entry])
    /// `(…)`: one or more values of any types.
    case structure([BusValue])
    /// `v`: a value with its type.
    indirect case variant(BusValue)

    /// One entry of a dictionary.
    public struct Entry: Sendable, Hashable {
        /// The key, of a basic type.
        public var key: BusValue
        /// The value for the key.
        public var value: BusValue

        /// Creates an entry.
        public init(key: BusValue, value: BusValue) {
            self.key = key
            self.value = value
        }
    }

    /// The type of this value, a single complete type.
    ///
    /// It is composed of the parts' types, so it is valid only if they are; this is checked when a value is sent.
    public var type: BusSignature { type(depth: 0) }

    /// Returns the type. Nested structures end at a depth that no valid signature has, so the recursion cannot exhaust the stack.
    private func type(depth: Int) -> BusSignature {
        switch self {
        case .bytes: BusSignature(unchecked: "ay")
        case .array(let element, _): BusSignature(unchecked: "a" + element.string)
        case .dictionary(let key, let value, _): BusSignature(unchecked: "a{" + key.string + value.string + "}")
        case .structure where depth > MessageLimits.depth: BusSignature(unchecked: "()")
        case .structure(let fields):
            BusSignature(unchecked: "(" + fields.map { $0.type(depth: depth + 1).string }.joined() + ")")
        default: BusSignature(unchecked: String(Unicode.Scalar(typeCode)))
        }
    }

    /// The first character of the type.
    var typeCode: UInt8 {
        switch self {
        case .byte: UInt8(ascii: "y")
        case .boolean: UInt8(ascii: "b")
        case .int16: UInt8(ascii: "n")
        case .uint16: UInt8(ascii: "q")
        case .int32: UInt8(ascii: "i")
        case .uint32: UInt8(ascii: "u")
        case .int64: UInt8(ascii: "x")
        case .uint64: UInt8(ascii: "t")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .objectPath: UInt8(ascii: "o")
        case .signature: UInt8(ascii: "g")
        case .fileDescriptor: UInt8(ascii: "h")
        case .bytes, .array, .dictionary: UInt8(ascii: "a")
        case .structure: UInt8(ascii: "(")
        case .variant: UInt8(ascii: "v")
        }
    }

    /// Returns whether this value has the given single complete type. Fast for basic types, which are the usual elements.
    func hasType(_ signature: BusSignature) -> Bool {
        if signature.string.utf8.count == 1 { return typeCode == signature.string.utf8.first }
        return type == signature
    }
}

extension [BusValue] {
    /// Returns whether these arguments have the same serialized form as others.
    func areSameOnWire(as others: [BusValue]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0.isSameOnWire(as: $1) }
    }
}

extension BusValue {
    /// Returns whether this value has the same serialized form as another. `==` is not sufficient: it also treats strings as
    /// equal that represent a character differently, and the two zeros. File descriptors are never the same.
    func isSameOnWire(as other: BusValue) -> Bool {
        switch (self, other) {
        case (.string(let own), .string(let other)): own.hasSameBytes(as: other)
        case (.double(let own), .double(let other)): own.bitPattern == other.bitPattern
        case (.array(let type, let own), .array(let otherType, let others)): type == otherType && own.areSameOnWire(as: others)
        case (.dictionary(let key, let value, let own), .dictionary(let otherKey, let otherValue, let others)):
            key == otherKey && value == otherValue && own.count == others.count
                && zip(own, others).allSatisfy { $0.isSameOnWire(as: $1) }
        case (.structure(let own), .structure(let others)): own.areSameOnWire(as: others)
        case (.variant(let own), .variant(let other)): own.isSameOnWire(as: other)
        case (.fileDescriptor, _): false
        default: self == other
        }
    }
}

extension BusValue.Entry {
    fileprivate func isSameOnWire(as other: BusValue.Entry) -> Bool {
        key.isSameOnWire(as: other.key) && value.isSameOnWire(as: other.value)
    }
}

extension String {
    fileprivate func hasSameBytes(as other: String) -> Bool {
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { other in
                guard let start = own.baseAddress, let otherStart = other.baseAddress else { return own.count == other.count }
                return own.count == other.count && memcmp(start, otherStart, own.count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
