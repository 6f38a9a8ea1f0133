import FoundationEssentials
import TVWorld

/// The text of a scenario file, YAML or JSON, as data, with the position of each value and key.
struct ScenarioSource {
    private let content: YAMLContent

    var document: JSON { content.document }

    /// The maximum size of a file, in bytes.
    static let limit = 4 << 20

    /// Parses an untrusted text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - beginning: The expected beginning of such a file, for the message about an empty one.
    /// - Throws: `YAMLMistake` if it is not YAML, or too large.
    init(_ bytes: Data, beginning: String = "schema: \(Scenario.documentSchema)") throws(YAMLMistake) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw YAMLMistake(position: Self.position(ofInvalid: bytes), message: "is not UTF-8")
        }
        // Some editors begin a file with a byte order mark, which is not part of the text.
        let scalars = text.unicodeScalars
        let read = try LinkedBackend.current.parseYAML(
            scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : text, limit: Self.limit)
        guard let read else {
            throw YAMLMistake(position: (1, 1), message: "is empty; it begins with \(beginning)")
        }
        content = read
    }

    /// Returns the mistakes of a scenario with their positions, ordered by line.
    func locate(_ error: ScenarioError) -> [YAMLMistake] {
        error.problems.map { YAMLMistake(position: position(of: $0), key: $0.field, message: $0.message) }
            .sorted { ($0.position.line, $0.position.column, $0.key) < ($1.position.line, $1.position.column, $1.key) }
    }

    /// Returns the position of a problem: the key's if the key is wrong, else the value's; for a missing member, the position of
    /// its object.
    private func position(of error: WorldDocumentError) -> YAMLPosition {
        if error.message.hasPrefix("the key "), let position = content.keys[error.field] { return position }
        var path = error.field
        while true {
            if let position = content.values[path] { return position }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else {
                return content.values[""] ?? (1, 1)
            }
            path = String(path[..<end])
        }
    }

    /// Returns the first line that is not UTF-8.
    private static func position(ofInvalid bytes: Data) -> YAMLPosition {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        return (line + 1, 1)
    }
}
