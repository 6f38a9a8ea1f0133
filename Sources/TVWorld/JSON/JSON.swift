import Encodings

/// A JSON value. Objects keep their order; numbers keep the notation of the source.
public enum JSON: Sendable, Equatable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, as text.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object, in its original order.
    case object([Member])

    /// One member of an object.
    public struct Member: Sendable, Equatable {
        /// The key.
        public var key: String
        /// The value.
        public var value: JSON

        /// Creates a member.
        public init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// Parses untrusted JSON (RFC 8259): in one pass, with at most 32 levels of recursion.
    ///
    /// - Throws: `JSONError` for anything else, such as a duplicate key or invalid UTF-8.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
        self = try JSONParser.parse(bytes) { node in
            switch node {
            case .null: .null
            case .bool(let bool): .bool(bool)
            case .number(let text): .number(text)
            case .string(let text): .string(text)
            case .array(let values): .array(values)
            case .object(let members): .object(members.map { Member($0.key, $0.value) })
            }
        }
    }

    /// Returns an integer.
    public static func integer(_ number: some BinaryInteger) -> JSON { .number(String(number)) }

    /// Returns a list of strings.
    public static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    /// Returns a string, or `null`.
    public static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// Returns an object of the members that have a value.
    public static func filled(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }

    /// Returns an object of members, sorted by their keys.
    public static func sorted<Value>(_ members: [String: Value], _ json: (Value) -> JSON) -> JSON {
        .object(members.sorted { $0.key < $1.key }.map { Member($0.key, json($0.value)) })
    }

    /// The value of the member with a key; nil if there is none, or the value is not an object.
    public subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The string, if the value is one.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The Boolean, if the value is one.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The integer, if the value is one that fits in 64 bits; this includes `60.0`.
    public var integer: Int64? {
        guard case .number(let text) = self else { return nil }
        // Beyond 2^53, not every integer is representable as a Double.
        return Int64(text) ?? Double(text).flatMap { abs($0) <= 9_007_199_254_740_992 ? Int64(exactly: $0) : nil }
    }

    /// The elements, if the value is a list; none otherwise.
    public var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

    /// The strings, if the value is a list of strings only.
    public var texts: [String]? {
        guard case .array(let values) = self else { return nil }
        let texts = values.compactMap(\.text)
        return texts.count == values.count ? texts : nil
    }

    /// The value as JSON text, without white space.
    public var serialized: String {
        var text: [UInt8] = []
        text.reserveCapacity(256)
        write(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    // The text is written as bytes, because every request produces and records some of these.
    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let bool): text += bool ? "true".utf8 : "false".utf8
        case .number(let number): text += number.utf8
        case .string(let string): JSONString.write(string, to: &text)
        case .array(let values):
            text.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                value.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                JSONString.write(member.key, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0, $1) }) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
