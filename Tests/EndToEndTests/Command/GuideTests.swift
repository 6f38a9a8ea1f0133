import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// docs/rest-api-v2.md is one shell session: its `sh` blocks, and in the block after each, its output.
@Suite("The guide to REST v2", .daemonLogs)
struct GuideTests {
    /// A block of commands.
    private struct Step {
        var line: Int
        var script = ""
        /// Its documented output; nil: not checked.
        var shown: String?
    }

    /// The blocks of the guide.
    private static func steps() throws -> [Step] {
        let text = try String(contentsOf: Repository.root.appending(path: "docs/rest-api-v2.md"), encoding: .utf8)
        var steps: [Step] = []
        var fence: Substring?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            switch (fence, line) {
            case (nil, "```sh"): steps.append(Step(line: number + 1))
            case (nil, "```json"), (nil, "```text"): steps[steps.count - 1].shown = ""
            case ("```sh", _) where line != "```": steps[steps.count - 1].script += line + "\n"
            case ("```json", _) where line != "```", ("```text", _) where line != "```":
                steps[steps.count - 1].shown? += line + "\n"
            default: break
            }
            if line.hasPrefix("```") { fence = line == "```" ? nil : line }
        }
        return steps
    }

    @Test("Copied from top to bottom, every block prints what is shown, but for times, codes, tokens and identifiers")
    func copied() async throws {
        let steps = try Self.steps()
        try #require(steps.count > 20)
        let mark = "@@@@"
        let script = steps.map { "\($0.script)\nprintf '\\n\(mark)\\n'\n" }.joined()
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                let result = try await Tool.run(
                    try Executables.find("vsactl"), ["run", "--", "sh", "-c", "set -eu\nexec 2>&1\n" + script],
                    environment: workspace.environment, workingDirectory: workspace.folder.path("home"), within: .seconds(180))
                let outputs = result.lines.split(separator: mark, omittingEmptySubsequences: false)
                for (step, printed) in zip(steps, outputs) {
                    guard let shown = step.shown else { continue }
                    let values = (PrintedValue.values(shown), PrintedValue.values(printed.joined(separator: "\n")))
                    let isSame = values.0.count == values.1.count && zip(values.0, values.1).allSatisfy { $0.shows($1) }
                    #expect(
                        isSame, "docs/rest-api-v2.md:\(step.line) shows:\n\(shown)\nprinted:\n\(printed.joined(separator: "\n"))")
                }
                let last = steps[min(outputs.count, steps.count) - 1]
                #expect(outputs.count == steps.count + 1, "docs/rest-api-v2.md:\(last.line) failed\n\(result)")
            }
        }
    }

    @Test("A guide that shows something else is found")
    func difference() throws {
        func shows(_ shown: String, _ printed: String) throws -> Bool {
            try #require(PrintedValue.values(shown).first).shows(try #require(PrintedValue.values(printed).first))
        }
        #expect(try shows(#"{"code": "7ZVPVJJ", "at": 1795486977552}"#, #"{"at":1795487304601,"code":"4GGT5SB"}"#))
        #expect(try shows(#"{"token": "PHNp…"}"#, #"{"token": "PHNpbXBsZQ=="}"#))
        #expect(try !shows(#"{"status": 403}"#, #"{"status": 400}"#))
        #expect(try !shows(#"{"status": 403}"#, #"{"status": 403, "code": "x"}"#))
        #expect(try !shows(#"["news"]"#, #"["news", "sports"]"#))
        #expect(try !shows("granted", "denied"))
    }
}

/// A JSON value that a program printed or a document shows; any other line is a string.
private struct PrintedValue {
    var json: JSON

    /// The values of a text, in which JSON may extend over several lines.
    static func values(_ text: String) -> [PrintedValue] {
        var values: [PrintedValue] = []
        var open = ""
        for line in text.split(separator: "\n") {
            open += line + "\n"
            if let json = try? JSON(parsing: open.utf8) {
                values.append(PrintedValue(json: json))
            } else if open.hasPrefix("{") || open.hasPrefix("[") {
                continue
            } else {
                values.append(PrintedValue(json: .string(String(line))))
            }
            open = ""
        }
        return open.isEmpty ? values : values + [PrintedValue(json: .string(open))]
    }

    /// Whether a printed value has the shape of this one.
    func shows(_ printed: PrintedValue) -> Bool {
        switch (json, printed.json) {
        case (.object(let shown), .object(let members)):
            shown.count == members.count
                && shown.allSatisfy { member in
                    printed.json[member.key].map { PrintedValue(json: member.value).shows(PrintedValue(json: $0)) } ?? false
                }
        case (.array(let shown), .array(let elements)):
            shown.count == elements.count
                && zip(shown, elements).allSatisfy { PrintedValue(json: $0).shows(PrintedValue(json: $1)) }
        case (.string(let shown), .string(let text)): Self.shows(shown, text)
        case (.number, .number): json == printed.json || min(json.integer ?? 0, printed.json.integer ?? 0) > 1_000_000_000_000
        default: json == printed.json
        }
    }

    private static func shows(_ shown: String, _ printed: String) -> Bool {
        guard let gap = shown.firstIndex(of: "…") else { return shape(shown) == shape(printed) }
        return printed.hasPrefix(shown[..<gap]) && printed.hasSuffix(shown[shown.index(after: gap)...])
    }

    /// A text without codes and times.
    private static func shape(_ text: String) -> String {
        text.replacing(/\b[A-HJ-NP-Z2-9]{7}\b/, with: "CODE").replacing(/\b1[0-9]{12}\b/, with: "TIME")
    }
}
