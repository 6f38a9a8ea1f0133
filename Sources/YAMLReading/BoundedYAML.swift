import CYaml
import Yams

/// A reader for YAML, and therefore JSON, from untrusted files. All programs read YAML through this type.
public enum BoundedYAML {
    /// The maximum number of aliases (`*name`). Each one can double the work.
    public static let aliasLimit = 24
    /// The maximum nesting depth of lists and mappings, the same as for JSON.
    public static let depthLimit = 32

    /// Returns a parser for a text that can be parsed in time linear in its size.
    ///
    /// Yams compares the keys of a mapping, whatever they contain: with an alias of nested lists as a key, 500 bytes take hours.
    /// The text is therefore scanned first, event by event, without following aliases. Text that is not YAML is left to the
    /// parser, which reports it. The parser does not expand aliases in values; code that follows them must count.
    ///
    /// - Parameter limit: The maximum size in bytes.
    /// - Throws: `YAMLRefusal` if the text is too large, too deeply nested, or has too many aliases or a key that is not a
    ///   string or is repeated; `YamlError`.
    public static func parser(of text: String, limit: Int) throws -> Yams.Parser {
        guard text.utf8.count <= limit else { throw YAMLRefusal("is larger than \(limit) bytes") }
        if let refusal = refusal(of: text) { throw refusal }
        return try Yams.Parser(yaml: text, encoding: .utf8)
    }

    /// Returns the reason to refuse a text, found without following aliases; nil if there is none.
    private static func refusal(of text: String) -> YAMLRefusal? {
        guard !text.isEmpty else { return nil }
        var text = text
        return text.withUTF8 { bytes in
            // Not a local variable, because the parser stores its own address.
            let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
            defer { parser.deallocate() }
            guard yaml_parser_initialize(parser) == 1 else { return YAMLRefusal("does not fit into the memory") }
            defer { yaml_parser_delete(parser) }
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
            var survey = YAMLSurvey()
            while !survey.isAtEnd {
                var event = yaml_event_t()
                guard yaml_parser_parse(parser, &event) == 1 else { return nestingRefusal(parser.pointee) }
                defer { yaml_event_delete(&event) }
                if let message = survey.take(event.type, text: scalarText(of: event)) {
                    return YAMLRefusal(
                        message, line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
                }
            }
            return nil
        }
    }
}

extension BoundedYAML {
    private static func scalarText(of event: yaml_event_t) -> String {
        let scalar = event.data.scalar
        return String(decoding: UnsafeMutableBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    }

    fileprivate static let tooDeep = "is nested more than \(depthLimit) levels deep"

    /// Returns the refusal of a text that is nested so deeply that the library stops before it reports the depth, because it
    /// reads possible keys ahead.
    private static func nestingRefusal(_ parser: yaml_parser_t) -> YAMLRefusal? {
        guard let problem = parser.problem, String(cString: problem).hasPrefix("Maximum nesting level") else { return nil }
        return YAMLRefusal(tooDeep, line: Int(parser.problem_mark.line) + 1, column: Int(parser.problem_mark.column) + 1)
    }
}

/// The state of one pass over the events of a text.
private struct YAMLSurvey {
    /// The open lists and mappings: for a mapping, whether a key comes next, and its keys so far; nil for a list.
    private var open: [(isKeyNext: Bool, keys: Set<String>)?] = []
    private var aliases = 0
    private(set) var isAtEnd = false

    /// Processes an event.
    ///
    /// - Parameter text: The text of a scalar.
    /// - Returns: The reason to refuse the text; nil if there is none.
    mutating func take(_ type: yaml_event_type_t, text: @autoclosure () -> String) -> String? {
        switch type {
        case YAML_STREAM_END_EVENT: isAtEnd = true
        case YAML_ALIAS_EVENT:
            aliases += 1
            if aliases > BoundedYAML.aliasLimit { return "has more than \(BoundedYAML.aliasLimit) aliases (*name)" }
            return begin(text: nil)
        case YAML_SCALAR_EVENT: return begin(text: text())
        case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
            if let message = begin(text: nil) { return message }
            open.append(type == YAML_MAPPING_START_EVENT ? (true, []) : nil)
            if open.count > BoundedYAML.depthLimit { return BoundedYAML.tooDeep }
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: open.removeLast()
        default: break
        }
        return nil
    }

    /// Processes the start of a key or a value.
    ///
    /// - Parameter text: The text of a scalar; nil if it is something else.
    private mutating func begin(text: @autoclosure () -> String?) -> String? {
        guard let isKey = open.last??.isKeyNext else { return nil }
        open[open.count - 1]?.isKeyNext = !isKey
        guard isKey else { return nil }
        guard let key = text() else { return "has a key that is not a string" }
        // Found here, and not by the library, which knows only where the first of two equal keys is.
        let isNew = open[open.count - 1]?.keys.insert(key).inserted == true
        return isNew ? nil : "the key \"\(key.prefix(80))\" is repeated"
    }
}

/// The reason why a text is not accepted as YAML.
public struct YAMLRefusal: Error, Sendable, Equatable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
    /// A description of the exceeded limit or of the invalid or repeated key.
    public let message: String

    init(_ message: String, line: Int = 1, column: Int = 1) {
        self.message = message
        self.line = line
        self.column = column
    }
}
