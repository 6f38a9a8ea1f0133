import DBus
import SessionJournals
import TVWorld

extension JSON {
    /// The members of an `a{sv}`, in the order of their names.
    init(_ details: Details) { self = JSON(TVWorld.JSON(details)) }

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
