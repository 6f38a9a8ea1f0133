import TVWorld
import VSAControl
import YAMLReading
import Yams

extension LinkedBackend {
    package static func parseYAML(_ text: String, limit: Int) throws(YAMLMistake) -> YAMLContent? {
        // YAML does not accept JSON whose keys are long or not in one line with their colon, or pairs of surrogates
        // (`\ud83d\ude00`).
        if text.utf8.count <= limit, let document = try? JSON(parsing: text.utf8) {
            let positions = JSONPositions(of: document, in: text)
            return (document: document, values: positions.values, keys: positions.keys)
        }
        let root: Node?
        do {
            root = try BoundedYAML.parser(of: text, limit: limit).singleRoot()
        } catch let refusal as YAMLRefusal {
            throw YAMLMistake(position: (refusal.line, refusal.column), message: refusal.message)
        } catch {
            throw YAMLMistake(error)
        }
        guard let root else { return nil }
        var reader = YAMLReader()
        let document = try reader.value(of: root, at: "")
        return (document: document, values: reader.values, keys: reader.keys)
    }

    package static func writeYAML(_ document: JSON) throws -> String {
        try Yams.serialize(node: node(document, depth: 0), width: 120, allowUnicode: true)
    }

    /// Returns a node. The members of the document and the elements of lists in it begin a line each; everything else follows in
    /// flow style.
    private static func node(_ value: JSON, depth: Int) -> Node {
        switch value {
        case .null: .scalar(.init("null", Tag(.null), .plain))
        case .bool(let flag): .scalar(.init(flag ? "true" : "false", Tag(.bool), .plain))
        case .number(let number): .scalar(.init(number, Tag(.int), .plain))
        case .string(let text): .scalar(.init(text, Tag(.str), style(of: text)))
        case .array(let values):
            .sequence(
                .init(
                    values.map { node($0, depth: depth + 1) }, Tag(.seq), depth > 1 || values.isEmpty ? .flow : .block))
        case .object(let members):
            .mapping(
                .init(
                    members.map { (node(.string($0.key), depth: depth + 1), node($0.value, depth: depth + 1)) }, Tag(.map),
                    depth > 0 ? .flow : .block))
        }
    }

    /// Returns the style of a string: unquoted only if every YAML reader reads it as a string.
    private static func style(of text: String) -> Node.Scalar.Style {
        let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
        let isPlain = isName(text) && !words.contains(text.lowercased()) || isDuration(text)
        return isPlain ? .plain : .doubleQuoted
    }

    // No regular expressions: a document has thousands of strings, and each match would recompile its expression.

    /// Returns whether a string is a letter followed by letters, digits and `_./-`.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_./-".contains($0)) }
    }

    /// Returns whether a string is a number that does not begin with 0, followed by a unit of time.
    private static func isDuration(_ text: String) -> Bool {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && digits.first != "0" && ["ms", "s", "m", "h", "d"].contains(text.dropFirst(digits.count))
    }
}

/// Finds the position of each value and key of a JSON text.
private struct JSONPositions {
    private(set) var values: [String: YAMLPosition] = [:]
    private(set) var keys: [String: YAMLPosition] = [:]
    private let bytes: [UInt8]
    private var offset = 0
    private var position: YAMLPosition = (1, 1)

    /// - Parameter document: The content of the text.
    init(of document: JSON, in text: String) {
        bytes = Array(text.utf8)
        visit(document, at: "")
    }

    /// The size of paths, in bytes, from which the positions below are not stored: with one long key, the paths of many values
    /// would use up the memory. A mistake there is reported at the position above.
    private static let pathLimit = 256

    /// Visits a value, and stores its position.
    ///
    /// - Parameter path: nil if the path of the value above exceeds the limit.
    private mutating func visit(_ value: JSON, at path: String?) {
        let start = passToken()
        if let path { values[path] = start }
        let parent = path.flatMap { $0.utf8.count < Self.pathLimit ? $0 : nil }
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                visit(element, at: parent.map { "\($0)[\(index)]" })
                passToken()  // The comma, or the end of the list.
            }
            if elements.isEmpty { passToken() }
        case .object(let members):
            for member in members {
                let place = parent.map { WorldDocumentError.join($0, member.key) }
                let start = passToken()
                if let place { keys[place] = start }
                passToken()  // The colon.
                visit(member.value, at: place)
                passToken()  // The comma, or the end of the object.
            }
            if members.isEmpty { passToken() }
        default: break
        }
    }

    /// Passes a bracket, comma, colon, string, number or word, and returns its position.
    @discardableResult private mutating func passToken() -> YAMLPosition {
        while " \t\r\n".utf8.contains(bytes[offset]) { advance() }
        let start = position
        let first = bytes[offset]
        advance()
        if first == UInt8(ascii: "\"") {
            while bytes[offset] != UInt8(ascii: "\"") {
                if bytes[offset] == UInt8(ascii: "\\") { advance() }
                advance()
            }
            advance()
        } else if !"{}[],:".utf8.contains(first) {
            while offset < bytes.count, !" \t\r\n,]}".utf8.contains(bytes[offset]) { advance() }
        }
        return start
    }

    private mutating func advance() {
        if bytes[offset] == UInt8(ascii: "\n") {
            position = (position.line + 1, 1)
        } else if !UTF8.isContinuation(bytes[offset]) {
            position.column += 1
        }
        offset += 1
    }
}

/// Reads YAML as data, with the position of each value and key.
private struct YAMLReader {
    private(set) var values: [String: YAMLPosition] = [:]
    private(set) var keys: [String: YAMLPosition] = [:]
    private var count = 0

    /// The maximum number of values; an alias counts each time it is used.
    private static let valueLimit = 500_000

    mutating func value(of node: Node, at path: String) throws(YAMLMistake) -> JSON {
        count += 1
        let position: YAMLPosition = node.mark.map { ($0.line, $0.column) } ?? (1, 1)
        guard count <= Self.valueLimit else {
            throw YAMLMistake(position: position, message: "has more than \(Self.valueLimit) values, aliases counted")
        }
        values[path] = position
        switch node {
        case .scalar(let scalar): return Self.value(of: scalar)
        case .sequence(let sequence):
            var elements: [JSON] = []
            for (index, element) in sequence.enumerated() {
                elements.append(try value(of: element, at: "\(path)[\(index)]"))
            }
            return .array(elements)
        case .mapping(let mapping):
            var members: [JSON.Member] = []
            for (key, element) in mapping {
                guard let name = key.scalar?.string else {
                    throw YAMLMistake(position: position, key: path, message: "has a key that is not a string")
                }
                let place = WorldDocumentError.join(path, name)
                if let mark = key.mark { keys[place] = (mark.line, mark.column) }
                members.append(.init(name, try value(of: element, at: place)))
            }
            return .object(members)
        case .alias:
            throw YAMLMistake(position: position, key: path, message: "is an alias without an anchor")
        }
    }

    /// Returns a scalar by YAML 1.2's core schema: `no` and `on` are strings, as is a number that JSON would write differently.
    private static func value(of scalar: Node.Scalar) -> JSON {
        guard scalar.style == .plain || scalar.style == .any, scalar.tag.description != Tag.Name.str.rawValue else {
            return .string(scalar.string)
        }
        switch scalar.string {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default:
            // Not a regular expression: one would be compiled for each value, which takes longer than everything else.
            guard let number = try? JSON(parsing: scalar.string.utf8), case .number = number else {
                return .string(scalar.string)
            }
            return number
        }
    }
}

extension YAMLMistake {
    /// Creates a mistake from an error of the parser.
    fileprivate init(_ error: any Error) {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let message = "is not YAML: " + (context.map { "\($0.text), " } ?? "") + problem
            self.init(position: (mark.line, mark.column), message: message)
        case .reader(let problem, let offset, _, let yaml):
            let lines = yaml.prefix(offset ?? 0).split(separator: "\n", omittingEmptySubsequences: false)
            let position = (max(1, lines.count), (lines.last?.count ?? 0) + 1)
            self.init(position: position, message: "is not YAML: \(problem)")
        default: self.init(position: (1, 1), message: "is not YAML: \(error)")
        }
    }
}
