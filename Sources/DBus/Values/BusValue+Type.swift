extension BusValue {
    /// The type of this value, a single complete type.
    ///
    /// It is composed of the parts' types, so it is valid only if they are; this is checked when a value is sent.
    public var type: BusSignature { type(depth: 0) }

    /// Nested structures end at a depth that no valid signature has, so the recursion cannot exhaust the stack.
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

    /// Whether this value has the given single complete type. Fast for basic types, which are the usual elements.
    func hasType(_ signature: BusSignature) -> Bool {
        if signature.string.utf8.count == 1 { return typeCode == signature.string.utf8.first }
        return type == signature
    }
}
