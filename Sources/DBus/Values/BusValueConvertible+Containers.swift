/// Arrays (`a…`). `[UInt8]` is converted directly to `BusValue.bytes`.
extension Array: BusValueConvertible where Element: BusValueConvertible {
    public static var signature: BusSignature { BusSignature(unchecked: "a" + Element.signature.string) }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        switch dbusValue {
        case .bytes(let bytes):
            guard Element.self == UInt8.self else { throw BusConversionError(expected: Self.signature, found: dbusValue) }
            self = unsafeBitCast(bytes, to: [Element].self)
        case .array(let element, let values) where element == Element.signature:
            self = []
            reserveCapacity(values.count)
            for (index, value) in values.enumerated() {
                do { append(try Element(dbusValue: value)) } catch { throw error.within("element \(index)") }
            }
        default:
            throw BusConversionError(expected: Self.signature, found: dbusValue)
        }
    }

    public var dbusValue: BusValue {
        // The condition makes the cast safe; a conditional cast of an array is slow.
        if Element.self == UInt8.self { return .bytes(unsafeBitCast(self, to: [UInt8].self)) }
        return .array(element: Element.signature, map(\.dbusValue))
    }
}

/// Dictionaries (`a{…}`). Of several received entries with the same key, the last one counts.
extension Dictionary: BusValueConvertible where Key: BusDictionaryKey, Value: BusValueConvertible {
    public static var signature: BusSignature {
        BusSignature(unchecked: "a{" + Key.signature.string + Value.signature.string + "}")
    }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .dictionary(let key, let value, let entries) = dbusValue, key == Key.signature, value == Value.signature else {
            throw BusConversionError(expected: Self.signature, found: dbusValue)
        }
        self.init(minimumCapacity: entries.count)
        for entry in entries {
            let key = try Key(dbusValue: entry.key)
            do { self[key] = try Value(dbusValue: entry.value) } catch { throw error.within("key '\(printable("\(key)"))'") }
        }
    }

    public var dbusValue: BusValue {
        .dictionary(
            key: Key.signature, value: Value.signature,
            map { BusValue.Entry(key: $0.key.dbusValue, value: $0.value.dbusValue) })
    }
}

/// A D-Bus structure (`(…)`) of one or more values:
///
///     let pairs: [BusStructure<String, UInt32>] = [BusStructure("a", 1), BusStructure("b", 2)]
public struct BusStructure<each Element: BusValueConvertible>: BusValueConvertible {
    /// The fields as a tuple.
    public var elements: (repeat each Element)

    /// Creates a structure with the given fields.
    public init(_ elements: repeat each Element) {
        self.elements = (repeat each elements)
    }

    public static var signature: BusSignature {
        var text = "("
        for type in repeat (each Element).self { text += type.signature.string }
        return BusSignature(unchecked: text + ")")
    }

    public init(dbusValue: BusValue) throws(BusConversionError) {
        guard case .structure(let fields) = dbusValue, dbusValue.type == Self.signature else {
            throw BusConversionError(expected: Self.signature, found: dbusValue)
        }
        var reader = SequentialDecoder(values: fields, place: "field")
        elements = (repeat try reader.next((each Element).self))
    }

    public var dbusValue: BusValue {
        var fields: [BusValue] = []
        for element in repeat each elements { fields.append(element.dbusValue) }
        return .structure(fields)
    }
}

/// Converts values sequentially and adds the location to errors.
struct SequentialDecoder {
    let values: [BusValue]
    let place: String
    var index = 0

    mutating func next<T: BusValueConvertible>(_ type: T.Type) throws(BusConversionError) -> T {
        defer { index += 1 }
        do { return try T(dbusValue: values[index]) } catch { throw error.within("\(place) \(index + 1)") }
    }
}
