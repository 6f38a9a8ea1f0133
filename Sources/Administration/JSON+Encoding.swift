import TVWorld

extension JSON {
    /// Encodes a value; members keep their order, and dictionaries are sorted by key.
    ///
    /// - Parameter writesNull: Whether a member without a value is null; otherwise it is left out.
    package init(encoding value: some Encodable, writesNull: Bool) {
        switch value {
        case let text as String: self = .string(text)
        case let flag as Bool: self = .bool(flag)
        case let number as any BinaryInteger: self = .integer(number)
        case let list as [any Encodable]: self = .array(list.map { JSON(encoding: $0, writesNull: writesNull) })
        case let values as [String: any Encodable]:
            let members = values.mapValues { JSON(encoding: $0, writesNull: writesNull) }
            self = .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
        default:
            let members = MemberEncoder(writesNull: writesNull)
            // The encoder never throws.
            try? value.encode(to: members)
            self = .object(members.members)
        }
    }

    /// Encodes a member of a resource. A nested resource has its own rule for missing values.
    fileprivate init(member value: some Encodable, writesNull: Bool) {
        switch value {
        case let resource as any Resource: self = resource.json
        case let resources as [any Resource]: self = .array(resources.map(\.json))
        default: self.init(encoding: value, writesNull: writesNull)
        }
    }
}

/// Collects the members of an object. Resources consist only of strings, numbers, Booleans, arrays, dictionaries and objects.
private final class MemberEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let writesNull: Bool
    var members: [JSON.Member] = []

    init(writesNull: Bool) { self.writesNull = writesNull }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { .init(Container(encoder: self)) }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("no list encodes itself") }
    func singleValueContainer() -> any SingleValueEncodingContainer { preconditionFailure("no member encodes itself") }

    private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: MemberEncoder
        let codingPath: [any CodingKey] = []

        func encode(_ value: some Encodable, forKey key: Key) {
            encoder.members.append(.init(key.stringValue, JSON(member: value, writesNull: encoder.writesNull)))
        }

        // The compiler calls the overloads for these types, whose default implementation omits nil.
        func encodeIfPresent(_ value: String?, forKey key: Key) { encodeOptional(value, forKey: key) }
        func encodeIfPresent(_ value: Bool?, forKey key: Key) { encodeOptional(value, forKey: key) }
        func encodeIfPresent(_ value: Int64?, forKey key: Key) { encodeOptional(value, forKey: key) }
        func encodeIfPresent(_ value: Int?, forKey key: Key) { encodeOptional(value, forKey: key) }
        func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) { encodeOptional(value, forKey: key) }

        private func encodeOptional(_ value: (some Encodable)?, forKey key: Key) {
            if let value { encode(value, forKey: key) } else if encoder.writesNull { encodeNil(forKey: key) }
        }

        func encodeNil(forKey key: Key) { encoder.members.append(.init(key.stringValue, .null)) }

        func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey: Key) -> KeyedEncodingContainer<Nested> {
            encoder.container(keyedBy: Nested.self)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }
}
