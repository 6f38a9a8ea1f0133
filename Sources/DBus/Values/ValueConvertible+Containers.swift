/// Arrays (`a…`). `[UInt8]` is converted directly to `Value.bytes`.
extension Array: ValueConvertible where Element: ValueConvertible {
    public static var signature: Signature { Signature(unchecked: "a" + Element.signature.string) }

    public init(dbusValue: Value) throws(ConversionError) {
        switch dbusValue {
        case .bytes(let bytes):
            guard Element.self == UInt8.self else { throw ConversionError(expected: Self.signature, found: dbusValue) }
            self = unsafeBitCast(bytes, to: [Element].self)
        case .array(let element, let values) where element == Element.signature:
            self = []
            reserveCapacity(values.count)
            for (index, value) in values.enumerated() {
                do { append(try Element(dbusValue: value)) } catch { throw error.within("element \(index)") }
            }
        default:
            throw ConversionError(expected: Self.signature, found: dbusValue)
        }
    }

    public var dbusValue: Value {
        // The types are equal, as just checked; a conditional cast of an array is slow.
        if Element.self == UInt8.self { return .bytes(unsafeBitCast(self, to: [UInt8].self)) }
        return .array(element: Element.signature, map(\.dbusValue))
    }
}

/// A type that can be the key of a dictionary: one of D-Bus's basic types.
public protocol DictionaryKey: ValueConvertible, Hashable {}

extension UInt8: DictionaryKey {}
extension Bool: DictionaryKey {}
extension Int16: DictionaryKey {}
extension UInt16: DictionaryKey {}
extension Int32: DictionaryKey {}
extension UInt32: DictionaryKey {}
extension Int64: DictionaryKey {}
extension UInt64: DictionaryKey {}
extension Double: DictionaryKey {}
extension String: DictionaryKey {}
extension ObjectPath: DictionaryKey {}
extension Signature: DictionaryKey {}
extension BusName: DictionaryKey {}
extension InterfaceName: DictionaryKey {}
extension MemberName: DictionaryKey {}
extension ErrorName: DictionaryKey {}

/// Dictionaries (`a{…}`). Of several received entries with the same key, the last one counts.
extension Dictionary: ValueConvertible where Key: DictionaryKey, Value: ValueConvertible {
    public static var signature: Signature {
        Signature(unchecked: "a{" + Key.signature.string + Value.signature.string + "}")
    }

    public init(dbusValue: DBus.Value) throws(ConversionError) {
        guard case .dictionary(let key, let value, let entries) = dbusValue, key == Key.signature, value == Value.signature else {
            throw ConversionError(expected: Self.signature, found: dbusValue)
        }
        self.init(minimumCapacity: entries.count)
        for entry in entries {
            let key = try Key(dbusValue: entry.key)
            do { self[key] = try Value(dbusValue: entry.value) } catch { throw error.within("key '\(printable("\(key)"))'") }
        }
    }

    public var dbusValue: DBus.Value {
        .dictionary(
            key: Key.signature, value: Value.signature,
            map { DBus.Value.Entry(key: $0.key.dbusValue, value: $0.value.dbusValue) })
    }
}
