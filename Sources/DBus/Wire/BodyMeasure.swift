/// Checks values against the limits and rules of the wire format before libdbus sees them, and adds up their size.
///
/// libdbus checks almost nothing when a message is built: it would send an invalid one, and the bus would close the connection.
struct BodyMeasure {
    /// The size of the body, in bytes.
    private(set) var size = 0
    /// The number of descriptors in the body.
    private(set) var fileDescriptors = 0
    /// The types of the arguments.
    private(set) var signature = BusSignature(unchecked: "")

    /// Checks the arguments of one message.
    /// - Throws: `BusConversionError` for a value that D-Bus does not allow; `ConnectionError` for an exceeded limit.
    init(checking values: [BusValue]) throws {
        if values.isEmpty { return }
        var hasContainers = false
        for (index, value) in values.enumerated() {
            do { try add(value, depth: 0) } catch let error as BusConversionError { throw error.within("argument \(index + 1)") }
            hasContainers = hasContainers || value.isContainer
        }
        let types = values.count == 1 ? values[0].type.string : values.map(\.type.string).joined()
        if hasContainers || types.utf8.count > 255 { try BodyMeasure.checkSignature(types) }
        signature = BusSignature(unchecked: types)
        if size > MessageLimits.message - MessageLimits.header {
            throw ConnectionError.messageTooLarge(limit: MessageLimits.message)
        }
        if fileDescriptors > MessageLimits.fileDescriptors {
            throw ConnectionError.tooManyFileDescriptors(limit: MessageLimits.fileDescriptors)
        }
    }

    private mutating func add(_ value: BusValue, depth: Int) throws {
        switch value {
        case .byte: take(1, alignment: 1)
        case .int16, .uint16: take(2, alignment: 2)
        case .boolean, .int32, .uint32: take(4, alignment: 4)
        case .int64, .uint64, .double: take(8, alignment: 8)
        case .fileDescriptor:
            fileDescriptors += 1
            take(4, alignment: 4)
        case .string(let text): try addString(text)
        case .objectPath(let path): try addString(path.string)
        case .signature(let signature): take(2 + signature.string.utf8.count, alignment: 1)
        case .bytes(let bytes):
            try enter(depth)
            if bytes.count > MessageLimits.array { throw ConnectionError.arrayTooLarge(limit: MessageLimits.array) }
            take(4 + bytes.count, alignment: 4)
        case .array(let element, let values): try addArray(element, values, depth: depth)
        case .dictionary(let key, let value, let entries): try addDictionary(key, value, entries, depth: depth)
        case .structure(let fields): try addStructure(fields, depth: depth)
        case .variant(let content): try addVariant(content, depth: depth)
        }
        if size > MessageLimits.message { throw ConnectionError.messageTooLarge(limit: MessageLimits.message) }
    }

    private mutating func addArray(_ element: BusSignature, _ values: [BusValue], depth: Int) throws {
        try enter(depth)
        guard element.isSingleCompleteType else {
            throw BusConversionError(
                reason: "'\(element)' is not the type of an array's elements, which must be one complete type")
        }
        let start = beginArray(element)
        for (index, value) in values.enumerated() {
            guard value.hasType(element) else {
                throw BusConversionError(expected: element, found: value).within("element \(index)")
            }
            try add(value, depth: depth + 1)
        }
        try endArray(from: start)
    }

    private mutating func addDictionary(_ key: BusSignature, _ value: BusSignature, _ entries: [BusValue.Entry], depth: Int)
        throws
    {
        try enter(depth + 1)
        guard key.isBasicType, value.isSingleCompleteType else {
            throw BusConversionError(
                reason:
                    "'{\(key)\(value)}' is not the type of a dictionary's entries, which must be a basic type and a complete one")
        }
        take(4, alignment: 4)
        take(0, alignment: 8)
        let start = size
        for entry in entries {
            guard entry.key.hasType(key) else { throw BusConversionError(expected: key, found: entry.key).within("key") }
            guard entry.value.hasType(value) else {
                throw BusConversionError(expected: value, found: entry.value).within("value")
            }
            take(0, alignment: 8)
            try add(entry.key, depth: depth + 2)
            try add(entry.value, depth: depth + 2)
        }
        try endArray(from: start)
    }

    private mutating func addStructure(_ fields: [BusValue], depth: Int) throws {
        try enter(depth)
        if fields.isEmpty { throw BusConversionError(reason: "a structure must have at least one field") }
        take(0, alignment: 8)
        for field in fields { try add(field, depth: depth + 1) }
    }

    private mutating func addVariant(_ content: BusValue, depth: Int) throws {
        try enter(depth)
        if content.isContainer {
            let type = content.type.string
            try BodyMeasure.checkSignature(type)
            take(2 + type.utf8.count, alignment: 1)
        } else {
            take(3, alignment: 1)
        }
        try add(content, depth: depth + 1)
    }

    private mutating func addString(_ text: String) throws {
        if text.containsNUL { throw BusConversionError(reason: "a string that contains a NUL character cannot be sent") }
        take(5 + text.utf8.count, alignment: 4)
    }

    private mutating func take(_ bytes: Int, alignment: Int) {
        size = (size + alignment - 1) & ~(alignment - 1)
        size += bytes
    }

    private mutating func beginArray(_ element: BusSignature) -> Int {
        take(4, alignment: 4)
        switch element.string.utf8.first {
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("): take(0, alignment: 8)
        default: break
        }
        return size
    }

    private func endArray(from start: Int) throws {
        if size - start > MessageLimits.array { throw ConnectionError.arrayTooLarge(limit: MessageLimits.array) }
    }

    /// Throws an error if another container around a value at `depth` is not allowed.
    private func enter(_ depth: Int) throws {
        if depth >= MessageLimits.depth { throw ConnectionError.nestedTooDeeply(limit: MessageLimits.depth) }
    }

    private static func checkSignature(_ signature: String) throws {
        if signature == "a{sv}" { return }
        do { try NameKind.signature.validate(signature) } catch {
            throw ConnectionError.invalidSignature(error.reason)
        }
    }
}

extension BusValue {
    /// Whether the value contains other values.
    var isContainer: Bool {
        switch self {
        case .array, .dictionary, .structure, .variant: true
        default: false
        }
    }
}
