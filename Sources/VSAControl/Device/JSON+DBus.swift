import DBus
import Encodings
import TVWorld

extension JSON {
    /// Creates an object from an `a{sv}`, ordered by key.
    init(_ details: VariantDictionary) {
        self = .object(details.sorted { $0.key < $1.key }.map { Member($0.key, JSON($0.value.value)) })
    }

    /// Creates a value from any D-Bus value. Bytes become lowercase hexadecimal text.
    init(_ value: BusValue) {
        switch value {
        case .byte(let number): self = .integer(Int64(number))
        case .boolean(let flag): self = .bool(flag)
        case .int16(let number): self = .integer(Int64(number))
        case .uint16(let number): self = .integer(Int64(number))
        case .int32(let number): self = .integer(Int64(number))
        case .uint32(let number): self = .integer(Int64(number))
        case .int64(let number): self = .integer(number)
        case .uint64(let number): self = Int64(exactly: number).map(JSON.integer) ?? .string(String(number))
        case .double(let number): self = number.isFinite ? .number(String(number)) : .null
        case .string(let text): self = .string(text)
        case .objectPath(let path): self = .string(path.string)
        case .signature(let signature): self = .string(signature.string)
        case .fileDescriptor: self = .null
        case .variant(let value): self = JSON(value)
        case .structure(let values): self = .array(values.map { JSON($0) })
        case .bytes(let bytes): self = .string(hexadecimal(bytes))
        case .array(_, let values): self = .array(values.map { JSON($0) })
        case .dictionary(_, _, let entries): self = .object(entries.map { Member(Self.name($0.key), JSON($0.value)) })
        }
    }

    private static func name(_ key: BusValue) -> String {
        if case .string(let text) = key { return text }
        return JSON(key).serialized
    }
}
