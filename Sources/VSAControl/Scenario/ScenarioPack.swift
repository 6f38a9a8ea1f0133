import TVWorld

/// The scenarios that come with `vsactl`: at least one for each row of the decision tables, and one for each row of the matrix of
/// times to live. They are the files in Resources/scenarios.
///
/// Each begins with a comment: a summary, and the shell commands that run it; lines with `>` are the output of commands for REST
/// v2.
enum ScenarioPack {
    struct Entry: Sendable {
        let source: String
        let name: String
        /// The summary, in one line.
        let summary: String
        /// The commands that run it, for `sh -e`: those in the comment after the first line, without their output.
        let script: String
        /// The row of the decision tables that it is for, as in `sso-3.8-picked-unsupported-provider` and
        /// `rest-22.4-regular-profile`; nil for none.
        let row: String?
        /// Its position in the pack: the row's table and number. Several variants of a row stay sorted by name.
        fileprivate let position: [Int]

        init(_ source: String) {
            let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
            let comments = lines.prefix { $0.hasPrefix("# ") }.map { $0.dropFirst(2) }
            self.source = source
            name = String(lines.first { $0.hasPrefix("name: ") }?.dropFirst("name: ".count) ?? "")
            summary = String(comments.first ?? "")
            script = comments.dropFirst().filter { !$0.hasPrefix("> ") }.map { $0.hasPrefix("$ ") ? $0.dropFirst(2) : $0 }.joined(
                separator: "\n")
            let words = name.split(separator: "-")
            let numbers = words.dropFirst().first?.split(separator: ".").compactMap { Int($0) } ?? []
            let isForRow = numbers.count == 2 && ["sso", "rest"].contains(words[0])
            row = isForRow ? String(words[1]) : nil
            position = isForRow ? numbers : [.max]
        }
    }

    /// The text of the scenario that is available without any file.
    static let defaultSource = ScenarioFiles.defaultYaml

    /// All other scenarios, in the order of the tables; those of the matrix of times to live follow.
    static let all: [Entry] =
        ScenarioFiles.all.map { Entry($0.text) }.filter { $0.name != Scenario.default.name }
        .sorted { $0.position.lexicographicallyPrecedes($1.position) }
}
