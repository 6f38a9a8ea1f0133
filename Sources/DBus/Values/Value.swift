/// Any value of the D-Bus type system. Mirrors the D-Bus specification, "Type System".
///
/// Most code does not need it: `ValueConvertible` converts Swift types both ways.
public enum Value: Sendable, Hashable {
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
    case signature(Signature)
    /// `h`, an open file that travels beside the message.
    case fileDescriptor(FileDescriptor)
    /// `ay`. Received byte arrays always have this form, which takes one byte for each element.
    case bytes([UInt8])
    /// `a…`: values of one type. `element` is a single complete type and counts also when there is no value.
    indirect case array(element: Signature, [Value])
    /// `a{…}`: `key` is a basic type, `value` a single complete type. The order of the entries is kept.
    indirect case dictionary(key: Signature, value: Signature, [Entry])
    /// `(…)`: one or more values of any types.
    case structure([Value])
    /// `v`: a value that carries its type.
    indirect case variant(Value)

    /// One entry of a dictionary.
    public struct Entry: Sendable, Hashable {
        /// The key, of a basic type.
        public var key: Value
        /// What is stored under the key.
        public var value: Value

        /// Makes an entry.
        public init(key: Value, value: Value) {
            self.key = key
            self.value = value
        }
    }
}
