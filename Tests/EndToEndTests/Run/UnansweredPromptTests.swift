import PrivateSession
import ProjectTesting
import Testing

@Suite("What vsactl run reports about unanswered prompts", .daemonLogs)
struct UnansweredPromptTests {
    private func run(_ script: String) async throws -> ToolResult {
        try await Workspace.withPlace { try await $0.vsactl(["run", "--", "sh", "-c", script]) }
    }

    @Test("N005 without an agent is reported at the end, with the command that would have answered")
    func nobody() async throws {
        let result = try await run(
            "vsactl access set com.example.player granted >/dev/null && entitle 'setRequestor REF30' getAuthentication")
        #expect(result.exit == .exited(0) && result.output.contains("N005"), "\(result)")
        #expect(result.errorOutput.contains("1 prompt ended as if cancelled, because no agent could be asked"), "\(result)")
        #expect(result.errorOutput.contains("picker for com.example.player: vsactl answer picker "), "\(result)")
    }

    @Test("Nothing is reported if a prompt was answered")
    func answered() async throws {
        let result = try await run(
            "vsactl access set com.example.player granted >/dev/null && vsactl answer picker cancel >/dev/null "
                + "&& entitle 'setRequestor REF30' getAuthentication")
        #expect(result.exit == .exited(0) && result.output.contains("N005"), "\(result)")
        #expect(!result.errorOutput.contains("could be asked"), "\(result)")
    }

    @Test("A session of an instance does not report prompts of earlier sessions")
    func instance() async throws {
        try await Workspace.withPlace { workspace in
            func run(_ command: String...) async throws -> ToolResult {
                try await workspace.vsactl(["run", "--instance", "kept", "--"] + command)
            }
            let first = try await run("vsactl", "request", "access", "--app", "com.example.player")
            #expect(first.exit == .exited(5) && first.errorOutput.contains("1 prompt ended as if cancelled"), "\(first)")
            let second = try await run("true")
            #expect(second.exit == .exited(0) && second.errorLines.isEmpty, "\(second)")
        }
    }
}
