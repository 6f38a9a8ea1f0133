import Foundation
import TVWorld
import YAMLReading
import Yams

/// The text of a scenario file as data, with the place of everything in it. YAML, and so JSON.
struct ScenarioSource {
    /// A place in the text, both from 1.
    struct Position: Equatable {
        var line: Int
        var column: Int
    }

    /// One mistake and its place.
    struct Mistake: Error, Equatable {
        var position: Position
        /// The path of the key; empty for the text as a whole.
        var key: String
        var message: String

        /// `line:column: key: message`
        var text: String { "\(position.line):\(position.column): " + (key.isEmpty ? message : "\(key): \(message)") }
    }

    /// The parsed value.
    private(set) var document = JSON.null
    private var values: [String: Position] = [:]
    private var keys: [String: Position] = [:]
    private var count = 0

    /// The largest file, in bytes.
    static let limit = 4 << 20
    /// The most values, aliases counted as often as they are used.
    private static let valueLimit = 500_000

    /// Parses an untrusted text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - beginning: The expected beginning of such a file, for the message about an empty one.
    /// - Throws: `Mistake` if it is not YAML, or too large.
    init(_ bytes: Data, beginning: String = "schema: \(Scenario.documentSchema)") throws(Mistake) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Mistake(position: Self.position(ofInvalid: bytes), key: "", message: "is not UTF-8")
        }
        let root: Node?
        do {
            // Some editors begin a file with a byte order mark, which is not part of the text.
            let scalars = text.unicodeScalars
            let content = scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : text
            root = try BoundedYAML.parser(of: content, limit: Self.limit).singleRoot()
        } catch let refusal as YAMLRefusal {
            throw Mistake(
                position: Position(line: refusal.line, column: refusal.column), key: "", message: refusal.message)
        } catch {
            throw Self.mistake(error)
        }
        guard let root else { throw Self.mistake("is empty; it begins with \(beginning)") }
        document = try value(of: root, at: "")
    }

    /// The mistakes of a scenario, with their places, from the first line to the last.
    func locate(_ error: ScenarioError) -> [Mistake] {
        error.problems.map { Mistake(position: position(of: $0), key: $0.field, message: $0.message) }
            .sorted { ($0.position.line, $0.position.column, $0.key) < ($1.position.line, $1.position.column, $1.key) }
    }

    /// The position of a problem: the key's if the key is wrong, else the value's; for a missing member, the position of its
    /// object.
    private func position(of error: WorldDocumentError) -> Position {
        if error.message.hasPrefix("the key "), let position = keys[error.field] { return position }
        var path = error.field
        while true {
            if let position = values[path] { return position }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else {
                return values[""] ?? Position(line: 1, column: 1)
            }
            path = String(path[..<end])
        }
    }

    private mutating func value(of node: Node, at path: String) throws(Mistake) -> JSON {
        count += 1
        let position = node.mark.map { Position(line: $0.line, column: $0.column) } ?? Position(line: 1, column: 1)
        guard count <= Self.valueLimit else {
            throw Mistake(position: position, key: "", message: "has more than \(Self.valueLimit) values, aliases counted")
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
            var names: Set<String> = []
            for (key, element) in mapping {
                guard let name = key.scalar?.string else {
                    throw Mistake(position: position, key: path, message: "has a key that is not a string")
                }
                let place = WorldDocumentError.join(path, name)
                if let mark = key.mark { keys[place] = Position(line: mark.line, column: mark.column) }
                // 1 and "1" are two keys in YAML and one here.
                guard names.insert(name).inserted else {
                    throw Mistake(position: keys[place] ?? position, key: place, message: "is repeated")
                }
                members.append(.init(name, try value(of: element, at: place)))
            }
            return .object(members)
        case .alias:
            throw Mistake(position: position, key: path, message: "is an alias without an anchor")
        }
    }

    /// A scalar by YAML 1.2's core schema: `no` and `on` are texts, and so is what JSON does not write as a number.
    private static func value(of scalar: Node.Scalar) -> JSON {
        guard scalar.style == .plain || scalar.style == .any, scalar.tag.description != Tag.Name.str.rawValue else {
            return .string(scalar.string)
        }
        switch scalar.string {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default:
            // Not a regular expression: one would be compiled for each value, which takes longer than all the rest.
            guard let number = try? JSON(parsing: scalar.string.utf8), case .number = number else {
                return .string(scalar.string)
            }
            return number
        }
    }
}

// MARK: - Invalid YAML

extension ScenarioSource {
    private static func mistake(_ message: String) -> Mistake {
        Mistake(position: Position(line: 1, column: 1), key: "", message: message)
    }

    private static func mistake(_ error: any Error) -> Mistake {
        func at(_ mark: Mark, _ message: String) -> Mistake {
            Mistake(position: Position(line: mark.line, column: mark.column), key: "", message: message)
        }
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            return at(mark, "is not YAML: " + (context.map { "\($0.text), " } ?? "") + problem)
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.map { "\"\(String($0.prefix(80)))\"" }.joined(separator: ", ")
            return at(context.mark, "the key \(names) is repeated")
        case .reader(let problem, let offset, _, let yaml):
            let lines = yaml.prefix(offset ?? 0).split(separator: "\n", omittingEmptySubsequences: false)
            let position = Position(line: max(1, lines.count), column: (lines.last?.count ?? 0) + 1)
            return Mistake(position: position, key: "", message: "is not YAML: \(problem)")
        default: return mistake("is not YAML: \(error)")
        }
    }

    /// The first line that is not UTF-8.
    private static func position(ofInvalid bytes: Data) -> Position {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        return Position(line: line + 1, column: 1)
    }
}
