/// A D-Bus structure (`(…)`) of one or more values:
///
///     let pairs: [Structure<String, UInt32>] = [Structure("a", 1), Structure("b", 2)]
public struct Structure<each Element: ValueConvertible>: ValueConvertible {
    /// The fields as a tuple.
    public var elements: (repeat each Element)

    /// Creates a structure with the given fields.
    public init(_ elements: repeat each Element) {
        self.elements = (repeat each elements)
    }

    public static var signature: Signature {
        var text = "("
        for type in repeat (each Element).self { text += type.signature.string }
        return Signature(unchecked: text + ")")
    }

    public init(dbusValue: Value) throws(ConversionError) {
        guard case .structure(let fields) = dbusValue, dbusValue.type == Self.signature else {
            throw ConversionError(expected: Self.signature, found: dbusValue)
        }
        var reader = SequentialDecoder(values: fields, place: "field")
        elements = (repeat try reader.next((each Element).self))
    }

    public var dbusValue: Value {
        var fields: [Value] = []
        for element in repeat each elements { fields.append(element.dbusValue) }
        return .structure(fields)
    }
}

/// Converts values sequentially and adds the location to errors.
struct SequentialDecoder {
    let values: [Value]
    let place: String
    var index = 0

    init(values: [Value], place: String) {
        self.values = values
        self.place = place
    }

    mutating func next<T: ValueConvertible>(_ type: T.Type) throws(ConversionError) -> T {
        defer { index += 1 }
        do { return try T(dbusValue: values[index]) } catch { throw error.within("\(place) \(index + 1)") }
    }
}
