import DecisionTables
import Foundation

/// A scenario for a row of the tables of REST v2, 20 to 36: `Resources/scenarios/rest-ROW-….yaml`. Its comment has the commands
/// that play it, and what they print.
struct RESTScenario: Sendable {
    /// The scenario's name.
    let name: String
    /// The row.
    let row: String
    /// The situation.
    let summary: String
    /// The lines of the commands, as in the file.
    let commands: [String]
    /// Their output, line by line: JSON that is part of the printed line, or the line itself.
    let answers: [String]
    /// The events that it expects.
    let expectations: [Expectation]

    /// An event of the journals, and how often it happens.
    struct Expectation: Sendable, Equatable {
        let event: String
        /// `ok`, or an error; nil for any.
        let outcome: String?
        let count: Int
    }

    /// The row's table.
    var table: Int { Int(row.prefix { $0 != "." }) ?? 0 }

    /// All, in the order of the tables.
    static func all() throws -> [RESTScenario] {
        try FileManager.default.contentsOfDirectory(
            at: Repository.root.appending(path: "Resources/scenarios"), includingPropertiesForKeys: nil
        )
        .filter { $0.lastPathComponent.hasPrefix("rest-") }.map(RESTScenario.init)
        .sorted { $0.place.lexicographicallyPrecedes($1.place) }
    }

    private var place: [Int] { row.split(separator: ".").compactMap { Int($0) } }

    private init(_ file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let comment = lines.prefix { $0.hasPrefix("# ") }.map { $0.dropFirst(2) }
        guard let title = comment.first?.wholeMatch(of: /Row ([0-9]+\.[0-9]+): (.+)/) else { throw Malformed(name: name) }
        (row, summary) = (String(title.1), String(title.2))
        commands = comment.dropFirst().filter { !$0.hasPrefix("> ") }.map(String.init)
        var answers: [String] = []
        for line in comment where line.hasPrefix("> ") {
            // A line that continues the one before is indented.
            if line.hasPrefix(">   ") {
                answers[answers.count - 1] += line.dropFirst(4)
            } else {
                answers.append(String(line.dropFirst(2)))
            }
        }
        self.answers = answers
        expectations = try Self.expectations(in: lines, of: name)
    }

    /// The expectations are at the end of the file, each in a line of the same form.
    private static func expectations(in lines: [Substring], of name: String) throws -> [Expectation] {
        let form = #/  - \{event: ([a-z.-]+)(?:, with: \{outcome: ([a-z_]+)\})?, count: ([0-9]+)\}/#
        return try lines.drop { $0 != "expect:" }.dropFirst().map { line in
            guard let match = line.wholeMatch(of: form), let count = Int(match.3) else { throw Malformed(name: name) }
            return Expectation(event: String(match.1), outcome: match.2.map { String($0) }, count: count)
        }
    }

    private struct Malformed: Error { let name: String }
}

extension RESTScenario {
    /// Whether a printed line matches an answer.
    static func matches(_ answer: String, _ line: String) -> Bool {
        guard let pattern = value(answer), let printed = value(line) else { return answer == line }
        return matches(pattern, printed)
    }

    private static func value(_ text: String) -> Value? {
        guard text.hasPrefix("{") else { return nil }
        return try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// `…` matches any value, null a missing one; an object has at least the members of the pattern, an empty one has none.
    private static func matches(_ pattern: Value, _ value: Value) -> Bool {
        switch (pattern, value) {
        case (.text("…"), _): value != .null
        case (.object(let members), .object(let found)):
            members.isEmpty ? found.isEmpty : members.allSatisfy { matches($0.value, found[$0.key] ?? .null) }
        case (.list(let elements), .list(let found)):
            elements.count == found.count && zip(elements, found).allSatisfy { matches($0, $1) }
        default: pattern == value
        }
    }
}
