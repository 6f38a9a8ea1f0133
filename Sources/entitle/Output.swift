import Dispatch
import Foundation

/// One JSON object with its keys in order, and what of it `wait` compares.
struct Line: Sendable {
    /// Keys and JSON texts.
    private(set) var members: [(key: String, json: String)]

    /// An object that begins with one text.
    init(_ key: String, _ text: String) {
        members = [(key, Self.json(text))]
    }

    /// Adds a member: `nil`, text, number, Boolean, or Foundation collections of them.
    mutating func add(_ key: String, _ value: Any?) {
        members.append((key, Self.json(value)))
    }

    /// Adds a member that is rendered already.
    mutating func add(_ key: String, json: String) {
        members.append((key, json))
    }

    /// The object in one line.
    var text: String { "{" + members.map { "\(Self.json($0.key)):\($0.json)" }.joined(separator: ",") + "}" }

    /// The first text: the callback's name.
    var name: String { Self.plain(members[0].json) }

    /// A member that is a text, or plain JSON as it is.
    func value(of key: String) -> String? { members.first { $0.key == key }.map { Self.plain($0.json) } }

    /// Whether a member is as written on the command line: `status=1`, `code=`, `mvpd=null`.
    func has(_ key: String, _ value: String) -> Bool {
        members.contains { $0.key == key && ($0.json == value || Self.plain($0.json) == value) }
    }

    /// The JSON text of a value, members in order of their keys. What has no JSON form is a text.
    static func json(_ value: Any?) -> String {
        guard let value, !(value is NSNull) else { return "null" }
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        if JSONSerialization.isValidJSONObject([value]),
            let data = try? JSONSerialization.data(withJSONObject: value, options: options)
        {
            return String(decoding: data, as: UTF8.self)
        }
        switch value {
        case let list as [Any]: return "[" + list.map { json($0) }.joined(separator: ",") + "]"
        case let object as [AnyHashable: Any]:
            let members = object.map { ("\($0.key.base)", json($0.value)) }.sorted { $0 < $1 }
            return "{" + members.map { "\(json($0.0)):\($0.1)" }.joined(separator: ",") + "}"
        default: return json(String(describing: value))
        }
    }

    /// A JSON text as plain text; other JSON as it is.
    private static func plain(_ json: String) -> String {
        guard json.hasPrefix("\""),
            let value = try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        else { return json }
        return value as? String ?? json
    }
}

/// Standard output, written in order on a thread of its own so that a slow reader holds up no callback.
struct Output: Sendable {
    private let queue = DispatchQueue(label: "entitle.output")

    /// Writes a line, later. When nobody reads any more the process ends.
    func print(_ line: Line) {
        let bytes = Array((line.text + "\n").utf8)
        queue.async {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    exit(141)
                }
            }
        }
    }

    /// Writes a line that says what is wrong.
    func error(_ text: String) { print(Line("error", text)) }

    /// Runs after everything has been written.
    func close(_ end: @escaping @Sendable () -> Void) { queue.async(execute: end) }
}
