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
