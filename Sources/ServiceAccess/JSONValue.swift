import Encodings
import Foundation

/// Any JSON value. Responses and files are parsed into this type first, so that no content can make a decoder fail.
package enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Parses a document in UTF-8; nil if it is larger than a megabyte or is not JSON, which includes a key that occurs twice,
    /// more than 32 levels of nesting, and a number of more than 64 characters or too large for a `Double`.
    package init?(parsing bytes: [UInt8]) {
        // Without JSONSerialization: converting its objects takes ten times as long as parsing the document.
        let document = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(Self.byteOrderMark.count) : bytes[...]
        guard bytes.count <= 1 << 20, let value = try? JSONParser.parse(document, Self.init(node:)) else { return nil }
        self = value
    }

    /// The mark with which some servers begin a document.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private init?(node: JSONNode<JSONValue>) {
        switch node {
        case .null: self = .null
        case .bool(let flag): self = .flag(flag)
        case .number(let text):
            if let integer = Int64(text) {
                self = .integer(integer)
            } else {
                guard let number = Double(text), number.isFinite else { return nil }
                self = .number(number)
            }
        case .string(let text): self = .text(text)
        case .array(let list): self = .list(list)
        case .object(let members): self = .object(Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) }))
        }
    }

    /// Creates a value from a Foundation object; nil if it, or something in it, has no JSON form.
    package init?(foundation value: Any, depth: Int = 0) {
        guard depth < 512 else { return nil }
        switch value {
        case is NSNull: self = .null
        case let text as String: self = .text(text)
        case let flag as Bool where Self.isFlag(value): self = .flag(flag)
        case let number as NSNumber: self = Self.number(number)
        case let list as [Any]:
            let values = list.compactMap { JSONValue(foundation: $0, depth: depth + 1) }
            guard values.count == list.count else { return nil }
            self = .list(values)
        case let object as [AnyHashable: Any]:
            var values: [String: JSONValue] = [:]
            for (key, value) in object {
                guard let key = key as? String, let value = JSONValue(foundation: value, depth: depth + 1) else { return nil }
                values[key] = value
            }
            self = .object(values)
        default: return nil
        }
    }

    /// Returns whether a value is a Boolean, which is also an `NSNumber`; only its encoding distinguishes it from 0 and 1.
    private static func isFlag(_ value: Any) -> Bool {
        guard type(of: value) != Bool.self else { return true }
        return (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }

    private static func number(_ number: NSNumber) -> JSONValue {
        switch String(cString: number.objCType) {
        case "d", "f": .number(number.doubleValue)
        case "Q" where number.uint64Value > UInt64(Int64.max): .number(number.doubleValue)
        default: .integer(number.int64Value)
        }
    }

    /// The document in one line, with sorted keys.
    package var serialized: [UInt8] {
        var text: [UInt8] = []
        write(to: &text)
        return text
    }

    // Without JSONSerialization, which converts everything to objects first.
    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .flag(let flag): text += flag ? "true".utf8 : "false".utf8
        case .integer(let integer): text += String(integer).utf8
        case .number:
            text += (try? JSONSerialization.data(withJSONObject: foundation, options: .fragmentsAllowed)) ?? Data("0".utf8)
        case .text(let string): JSONString.write(string, to: &text)
        case .list(let list):
            text.append(UInt8(ascii: "["))
            for (index, value) in list.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                value.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let object):
            text.append(UInt8(ascii: "{"))
            for (index, member) in object.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                JSONString.write(member.key, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    /// The value as passed to apps: `String`, `NSNumber`, `[Any]`, `[String: Any]`, `NSNull`.
    package var foundation: Any {
        switch self {
        case .null: NSNull()
        case .flag(let flag): NSNumber(value: flag)
        case .integer(let integer): NSNumber(value: integer)
        case .number(let number): NSNumber(value: number.isFinite ? number : 0)
        case .text(let text): text
        case .list(let list): list.map(\.foundation)
        case .object(let object): object.mapValues(\.foundation)
        }
    }
}

extension JSONValue {
    /// Creates an object from its members without those that are nil.
    package init(present members: [String: JSONValue?]) { self = .object(members.compactMapValues(\.self)) }

    /// The member of an object; nil for other values and if it is missing or null.
    package subscript(_ key: String) -> JSONValue? {
        guard case .object(let object) = self, let value = object[key], value != .null else { return nil }
        return value
    }

    /// The string.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The Boolean, which may be written as a string.
    package var flag: Bool? {
        switch self {
        case .flag(let flag): flag
        case .text("true"): true
        case .text("false"): false
        default: nil
        }
    }

    /// The number, rounded to an integer. An integer may be written as a string: the service writes times both ways.
    package var integer: Int64? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number.rounded())
        case .text(let text): Int64(text)
        default: nil
        }
    }

    /// The elements of an array.
    package var list: [JSONValue]? {
        if case .list(let list) = self { list } else { nil }
    }

    /// The members of an object.
    package var object: [String: JSONValue]? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The strings in an array.
    package var texts: [String] { list?.compactMap(\.text) ?? [] }
}
