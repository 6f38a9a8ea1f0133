import TVWorld

extension JSON {
    /// The same value as the world's documents have it.
    var inWorld: TVWorld.JSON {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .double(let number): .number(String(number))
        case .string(let text): .string(text)
        case .array(let values): .array(values.map(\.inWorld))
        case .object(let members): .object(members.map { TVWorld.JSON.Member($0.name, $0.value.inWorld) })
        }
    }

    /// A value of the world's documents.
    init(_ value: TVWorld.JSON) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .number(let text): self = value.integer.map(JSON.integer) ?? Double(text).map(JSON.double) ?? .string(text)
        case .string(let text): self = .string(text)
        case .array(let values): self = .array(values.map { JSON($0) })
        case .object(let members): self = .object(members.map { Member(name: $0.key, value: JSON($0.value)) })
        }
    }
}
