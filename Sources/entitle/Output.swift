import Dispatch
import Explanations
import Glibc
import ServiceAccess
import StateDirectory

/// A JSON object with its keys in order, and the values that `wait` compares.
struct Line: Sendable {
    /// The keys with their values as JSON.
    private(set) var members: [(key: String, json: String)]

    /// Creates an object with one string member.
    init(_ key: String, _ text: String) {
        members = [(key, Self.json(text))]
    }

    /// Creates an object with one member that is already JSON.
    init(_ key: String, json: String) { members = [(key, json)] }

    /// Adds a member: `nil`, a string, number or Boolean, or Foundation collections of these.
    mutating func add(_ key: String, _ value: Any?) {
        members.append((key, Self.json(value)))
    }

    /// Adds a member that is already JSON.
    mutating func add(_ key: String, json: String) {
        members.append((key, json))
    }

    var text: String { "{" + members.map { "\(Self.json($0.key)):\($0.json)" }.joined(separator: ",") + "}" }

    /// The meanings of its codes, for a terminal.
    var remarks: [String] {
        var remarks: [String] = []
        for match in text.matches(of: /"(?:errorId|code)":"([^"\\]+)"/) {
            let code = String(match.1)
            let remark = Explanations.meaning(of: code).map { "  \(code): \($0)" }
            if let remark, !remarks.contains(remark) { remarks.append(remark) }
        }
        return remarks
    }

    /// The value of the first member: the callback's name.
    var name: String { Self.plain(members[0].json) }

    /// Returns a member's string, or other JSON unchanged.
    func value(of key: String) -> String? { members.first { $0.key == key }.map { Self.plain($0.json) } }

    /// Returns whether a member has the value given on the command line: `status=1`, `code=`, `mvpd=null`.
    func has(_ key: String, _ value: String) -> Bool {
        members.contains { $0.key == key && ($0.json == value || Self.plain($0.json) == value) }
    }

    /// Returns a value as JSON, with members sorted by key. Values without a JSON form become strings.
    static func json(_ value: Any?) -> String {
        guard let value else { return "null" }
        if let json = JSONValue(foundation: value) { return String(decoding: json.serialized, as: UTF8.self) }
        switch value {
        case let list as [Any]: return "[" + list.map { json($0) }.joined(separator: ",") + "]"
        case let object as [AnyHashable: Any]:
            let members = object.map { ("\($0.key.base)", json($0.value)) }.sorted { $0 < $1 }
            return "{" + members.map { "\(json($0.0)):\($0.1)" }.joined(separator: ",") + "}"
        default: return json(String(describing: value))
        }
    }

    /// Returns a JSON string as plain text, or other JSON unchanged.
    private static func plain(_ json: String) -> String { JSONValue(parsing: Array(json.utf8))?.text ?? json }
}

/// Standard output, written in order on a separate thread so that a slow reader does not delay callbacks.
struct Output: Sendable {
    private let queue = DispatchQueue(label: "entitle.output")
    /// Whether the output is a terminal, where the meanings of codes are shown, too.
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    /// The editor of the commands, if users type them.
    let editor: LineEditor?

    /// Writes a line asynchronously. The process exits if that is not possible.
    func print(_ line: Line) {
        let text = isTerminal ? ([line.text] + line.remarks).joined(separator: "\n") : line.text
        let bytes = Array((text + "\n").utf8)
        queue.async { [editor] in
            if let editor { editor.write(bytes) } else { Self.write(bytes) }
        }
    }

    /// Writes bytes at once.
    static func write(_ bytes: [UInt8]) {
        do throws(SystemFailure) { try OpenFile.write(bytes, to: STDOUT_FILENO) } catch {
            // A reader that has closed the stream is not an error.
            if error.number == EPIPE { exit(141) }
            StandardError.say("entitle: cannot write to standard output: \(error.reason)")
            exit(1)
        }
    }

    func error(_ text: String) { print(Line("error", text)) }

    /// Calls a closure after everything has been written.
    func close(_ end: @escaping @Sendable () -> Void) { queue.async(execute: end) }
}
