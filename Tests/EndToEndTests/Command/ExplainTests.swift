import Explanations
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// `vsactl explain`, and the commands that it names.
@Suite("vsactl explain", .daemonLogs)
struct ExplainTests {
    /// An explanation with a command.
    struct Example: Sendable, CustomTestStringConvertible {
        var group: String
        var explanation: Explanation
        var command: String

        var testDescription: String { explanation.code }
    }

    /// The first explanation with a command in each group; in `make soak`, every one.
    static let examples: [Example] = Explanations.groups.flatMap { group in
        let examples = group.explanations.compactMap { explanation in
            explanation.command.map { Example(group: group.title, explanation: explanation, command: $0) }
        }
        return examples.prefix(Seeds.isSoak ? examples.count : 1)
    }

    /// Whether a code is in a text, and not a part of a longer word.
    private static func contains(_ code: String, in text: String) -> Bool {
        func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
        return text.ranges(of: code).contains { range in
            !isWord(text[..<range.lowerBound].last) && !isWord(text[range.upperBound...].first)
        }
    }

    private static func run(_ script: String, _ workspace: Workspace) async throws -> ToolResult {
        let programs = URL(filePath: try Executables.find("vsactl")).deletingLastPathComponent().path
        return try await Tool.run(
            "/bin/bash", ["-c", "export PATH=\"\(programs):$PATH\"; \(script)"], environment: workspace.environment,
            workingDirectory: workspace.folder.path("home"), within: .seconds(180))
    }

    @Test("the command that makes a code happen does", arguments: examples)
    func happens(_ example: Example) async throws {
        try await Workspace.withPlace { workspace in
            let code = example.explanation.shownCode ?? example.explanation.code
            let result = try await Self.run(example.command, workspace)
            if example.group == "Exit codes" {
                #expect(result.exit == .exited(Int32(code) ?? -1), "\(result)")
            } else {
                #expect(Self.contains(code, in: result.output + "\n" + result.errorOutput), "\(result)")
            }
        }
    }

    @Test("on a terminal, entitle adds the meaning of a code below its line")
    func terminal() async throws {
        try await Workspace.withPlace { workspace in
            let script = "vsactl run -- script -qec 'entitle setRequestor NOBODY' /dev/null"
            let result = try await Self.run(script, workspace).checked()
            #expect(result.output.contains("\n  CFG400: The service does not know the requestor."), "\(result)")
        }
    }

    @Test("a code is explained, all are listed, and an unknown one is a usage error that suggests others")
    func explain() async throws {
        try await Workspace.with { workspace in
            let one = try await Self.run("vsactl explain VSA404", workspace).checked()
            #expect(one.lines.first == "VSA404 (info) · Advanced status codes" && one.output.contains("\nTry:   vsactl run"))
            let list = try await Self.run("vsactl explain", workspace).checked()
            #expect(list.lines.contains { $0.hasPrefix("N005 ") } && list.lines.contains("Exit codes"))
            let document = try await Self.run("vsactl explain --json 65", workspace).checked()
            #expect(document.output.contains(#""code": "65""#) && document.output.contains(#""group": "Exit codes""#))
            let negative = try await Self.run("vsactl explain -11", workspace).checked()
            #expect(negative.output.contains("The user has denied access."))
            let spaced = try await Self.run("vsactl explain User not Authorized Error", workspace).checked()
            #expect(spaced.output.contains("Z169"))
            let unknown = try await Self.run("vsactl explain VSA405", workspace)
            #expect(unknown.exit == .exited(64) && unknown.errorOutput.contains("Did you mean VSA40"), "\(unknown)")
        }
    }
}
