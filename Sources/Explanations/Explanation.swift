/// The meaning of a code that one of the programs or libraries prints.
package struct Explanation: Sendable, Equatable {
    /// The code as it is printed: `VSA404`.
    package let code: String
    /// A property of the code within its group: the level of a status, the action of an enhanced error.
    package let property: String?
    /// The meaning, in one sentence.
    package let meaning: String
    /// The fields as they are in the file, by name.
    package let fields: [String: String]
    /// The recommended action for the app or its developer.
    package let action: String
    /// A command that produces it.
    package let command: String?
    /// Other spellings, and the codes that a pattern such as `CFG5xx` stands for.
    package let otherCodes: [String]

    /// Its causes in the simulator.
    package var cause: String { fields["cause"] ?? "" }
    /// The code that the command shows, if it is not ``code``.
    package var shownCode: String? { fields["shows"] }
}

/// The codes of one kind.
package struct ExplanationGroup: Sendable, Equatable {
    /// The heading.
    package let title: String
    /// The places where the codes appear.
    package let introduction: String
    /// The codes in their usual order.
    package let explanations: [Explanation]
}

extension ExplanationGroup {
    /// Reads a file of `Resources/codes`, as `scripts/code-docs` does.
    ///
    /// The first line, after `#`, is the title; the next line is the introduction. `app PROPERTY:` and `try:` before the first
    /// code apply to the codes that have none of their own, with `{code}` replaced by the code. A code and its property,
    /// separated by ` | `, begin an explanation; the indented lines below it are its meaning and its fields.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        title = String(lines[0].dropFirst(2))
        introduction = String(lines[1])
        let head = lines.dropFirst(2).prefix { $0.hasPrefix("app ") || $0.hasPrefix("try: ") }
        let common = Explanation.fields(head)
        let starts = lines.indices[head.endIndex...].filter { !lines[$0].hasPrefix("  ") }
        explanations = zip(starts, starts.dropFirst() + [lines.endIndex]).map { start, end in
            Explanation(lines[start], lines[(start + 1)..<end].map { $0.dropFirst(2) }, common: common)
        }
    }
}

extension Explanation {
    /// Creates an explanation from its heading and its other lines, and from the fields that the group defines for all its codes.
    fileprivate init(_ heading: Substring, _ lines: [Substring], common: [String: String]) {
        let parts = heading.split(separator: "|", maxSplits: 1)
        let code = String(parts.count == 2 ? parts[0].dropLast() : heading)
        self.code = code
        property = parts.count == 2 ? String(parts[1].dropFirst()) : nil
        meaning = lines.first.map(String.init) ?? ""
        fields = Self.fields(lines.dropFirst())
        action = fields["app"] ?? property.flatMap { common["app \($0)"] } ?? ""
        command = fields["try"] ?? common["try"]?.replacing("{code}", with: code)
        otherCodes = fields["also"]?.split(separator: " ").map(String.init) ?? []
    }

    /// Returns the values of lines of the form `NAME: VALUE`, by name.
    fileprivate static func fields(_ lines: some Sequence<Substring>) -> [String: String] {
        let pairs = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), String((parts.count == 2 ? parts[1] : "").dropFirst()))
        }
        return Dictionary(pairs) { _, last in last }
    }
}
