import CYaml
import Yams

/// YAML, and so JSON, from untrusted files. All programs read YAML through this type.
public enum BoundedYAML {
    /// The most aliases (`*name`): each can double what has to be looked at.
    public static let aliasLimit = 24
    /// The deepest nesting of lists and mappings, as that of JSON.
    public static let depthLimit = 32

    /// A parser of a text that it can read in a time that grows with the text's size alone.
    ///
    /// Yams compares the keys of a mapping, whatever they hold: with an alias of nested lists as a key, 500 bytes take hours. So
    /// the text is gone through before, event by event, in which no alias is followed. What is no YAML at all is left to the
    /// parser, which reports it. The parser does not expand aliases in values; code that follows them has to count.
    ///
    /// - Parameter limit: The most bytes.
    /// - Throws: `YAMLRefusal` when the text is too large or too deep, has too many aliases, or a key that is not a string; `YamlError`.
    public static func parser(of text: String, limit: Int) throws -> Yams.Parser {
        guard text.utf8.count <= limit else { throw YAMLRefusal("is larger than \(limit) bytes") }
        if let refusal = refusal(of: text) { throw refusal }
        return try Yams.Parser(yaml: text, encoding: .utf8)
    }

    /// What is wrong with a text before any alias is followed.
    private static func refusal(of text: String) -> YAMLRefusal? {
        guard !text.isEmpty else { return nil }
        var text = text
        return text.withUTF8 { bytes in
            // Not a local variable: the parser keeps its own address.
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
                if let message = survey.take(event.type) {
                    return YAMLRefusal(
                        message, line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
                }
            }
            return nil
        }
    }
}

extension BoundedYAML {
    fileprivate static let tooDeep = "is nested more than \(depthLimit) levels deep"

    /// The refusal of a text that is nested so deeply that the library stops before it reports the depth: possible keys are read ahead.
    private static func nestingRefusal(_ parser: yaml_parser_t) -> YAMLRefusal? {
        guard let problem = parser.problem, String(cString: problem).hasPrefix("Maximum nesting level") else { return nil }
        return YAMLRefusal(tooDeep, line: Int(parser.problem_mark.line) + 1, column: Int(parser.problem_mark.column) + 1)
    }
}

/// What one pass over the events of a text finds.
private struct YAMLSurvey {
    /// The lists and mappings that are open; of a mapping, whether a key comes next, of a list never.
    private var isKeyNext: [Bool?] = []
    private var aliases = 0
    private(set) var isAtEnd = false

    /// Handles an event.
    ///
    /// - Returns: What is wrong with it.
    mutating func take(_ type: yaml_event_type_t) -> String? {
        switch type {
        case YAML_STREAM_END_EVENT: isAtEnd = true
        case YAML_ALIAS_EVENT:
            aliases += 1
            if aliases > BoundedYAML.aliasLimit { return "has more than \(BoundedYAML.aliasLimit) aliases (*name)" }
            return begin(isText: false)
        case YAML_SCALAR_EVENT: return begin(isText: true)
        case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
            if let message = begin(isText: false) { return message }
            isKeyNext.append(type == YAML_MAPPING_START_EVENT ? true : nil)
            if isKeyNext.count > BoundedYAML.depthLimit { return BoundedYAML.tooDeep }
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: isKeyNext.removeLast()
        default: break
        }
        return nil
    }

    /// A key or a value begins.
    private mutating func begin(isText: Bool) -> String? {
        guard case let isKey?? = isKeyNext.last else { return nil }
        isKeyNext[isKeyNext.count - 1] = !isKey
        return isKey && !isText ? "has a key that is not a string" : nil
    }
}
