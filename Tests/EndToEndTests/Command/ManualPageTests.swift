import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Manual pages", .daemonLogs)
struct ManualPageTests {
    @Test("every subcommand and every option of the programs is in their manual pages")
    func complete() async throws {
        let script = Repository.root.appending(path: "scripts/manual-options").path
        let result = try await Tool.run(
            script, [Executables.ownFolder], environment: ProcessInfo.processInfo.environment, within: .seconds(120))
        #expect(result.exit == .exited(0) && result.lines.isEmpty, "\(result)")
    }

    @Test("entitle prints what the transcript of REST v2 in entitle(1) shows, except for the values that it leaves out")
    func transcript() async throws {
        let page = try String(contentsOf: Repository.root.appending(path: "man/entitle.1"), encoding: .utf8)
        let blocks = page.split(separator: ".Bd -literal\n").compactMap { $0.split(separator: ".Ed").first }
        let lines = try #require(blocks.first { $0.hasPrefix("$ entitle --api v2") }).split(separator: "\n")
        let commands = String(
            lines.prefix { !$0.hasPrefix("{") }.joined(separator: "\n").dropFirst(2).replacing("\\e\n", with: ""))
        // A line that continues the one before is indented.
        let answers = lines.drop { !$0.hasPrefix("{") }.joined(separator: "\n").replacing("\n  ", with: "")
            .replacing("\"...\"", with: "\"…\"").split(separator: "\n").map(String.init)
        try #require(answers.count == 8)
        let result = try await Workspace.withPlace { workspace in
            try await Tool.run(
                try Executables.find("vsactl"), ["run", "--", "sh", "-c", commands], environment: workspace.environment,
                workingDirectory: workspace.folder.path("home"), within: .seconds(120))
        }
        #expect(result.lines.count == answers.count, "\(result)")
        for (answer, line) in zip(answers, result.lines) {
            #expect(RESTScenario.matches(answer, line), "expected \(answer)\nprinted \(line)")
        }
    }
}
