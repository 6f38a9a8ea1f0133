import DecisionTables
import Foundation
import PrivateSession
import Testing
import VSATesting

/// The scenarios that come with `vsactl`, each run with the calls that its first line names, by its own `expect`.
@Suite("The pack of scenarios", .daemonLogs)
struct ScenarioPackTests {
    /// A scenario as `vsactl scenario list` tells it.
    private struct Entry {
        var name: String
        /// The row of the decision tables.
        var row: String
        var calls: [String]
    }

    private func vsactl(_ workspace: Workspace, _ arguments: [String]) async throws -> ToolResult {
        try await Tool.run(try Executables.find("vsactl"), arguments, environment: workspace.environment)
    }

    /// All but the one that is the built-in world.
    private func entries(_ workspace: Workspace) async throws -> [Entry] {
        let list = try await vsactl(workspace, ["scenario", "list", "--json"]).checked().decoded(as: Value.self)
        return try list["scenarios"].elements.compactMap { element in
            let (name, summary) = (element["name"].text ?? "", element["summary"].text ?? "")
            if name == "default" { return nil }
            let match = try #require(summary.wholeMatch(of: /Row ([0-9.]+): .*\. With: (.+)/), "\(name): \(summary)")
            return Entry(name: name, row: String(match.1), calls: match.2.split(separator: ", ").map(String.init))
        }
    }

    /// What the last call ends with, as far as the scenario expects it.
    private func ending(_ entry: Entry, _ expected: [Value]) -> String {
        let endings =
            switch entry.calls.last {
            case "checkAuthentication": ["setAuthenticationStatus"]
            case "getAuthentication": ["displayProviderDialog", "navigateToUrl", "setAuthenticationStatus"]
            default: ["setRequestorComplete"]
            }
        return endings.first { ending in
            expected.contains { $0["event"] == .text("library.\(ending)") && $0["count"] == .null }
        } ?? "setRequestorComplete"
    }

    @Test("Every scenario of the pack ends as it expects, and as its row of the tables says")
    func pack() async throws {
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                let entries = try await entries(workspace)
                #expect(entries.count >= 28)
                for entry in entries {
                    let shown = try await vsactl(workspace, ["scenario", "show", entry.name, "--json"]).checked()
                    let expected = try shown.decoded(as: Value.self)["scenario"]["expect"].elements
                    let command = [try Executables.find("entitle")] + entry.calls + ["wait \(ending(entry, expected)) 20"]
                    let result = try await vsactl(workspace, ["run", "--scenario", entry.name, "--"] + command)
                    #expect(result.exit == .exited(0), "\(entry.name): \(result)")
                    let rows = DecisionRow.all.filter { $0.row == entry.row }.flatMap(\.phases).flatMap(\.callbacks)
                    for expectation in expected where expectation["event"] == .text("library.status") {
                        guard let code = expectation["with"]["errorId"].text else { continue }
                        #expect(
                            rows.contains { $0.name == "status" && $0.parameters["errorId"] == .exactly(.text(code)) },
                            "\(entry.name): the tables know no \(code) in row \(entry.row)")
                    }
                }
            }
        }
    }
}
