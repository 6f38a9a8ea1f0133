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
}
