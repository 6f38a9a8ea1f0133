import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The scenarios that come with `vsactl`: each is run with the commands that its first lines name, checked by its own `expect`,
/// and compared with its row of the decision tables.
@Suite("The pack of scenarios", .daemonLogs)
struct ScenarioPackTests {
    /// A scenario as printed by `vsactl scenario list`.
    struct Entry: Decodable, Sendable {
        let name: String
        /// The row of the decision tables; nil for the matrix of times to live.
        let row: String?
        /// The commands that run it, for a shell.
        let script: String

        /// The table of the row.
        var table: Substring { row?.prefix { $0 != "." } ?? "ttl" }
    }

    /// The answer of `vsactl scenario list --json`.
    private struct List: Decodable {
        let scenarios: [Entry]
    }

    /// The matrix of the account's and the token's time to live, and whether the app's token is the same one afterwards.
    static let lifetimes = [
        "ttl-account-valid-token-valid": true, "ttl-account-valid-token-expired": false,
        "ttl-account-expired-token-valid": true, "ttl-account-expired-token-expired": false,
    ]

    /// All except the one that is the built-in world.
    private func entries(_ workspace: Workspace) async throws -> [Entry] {
        let result = try await workspace.vsactl(["scenario", "list", "--json"])
        return try result.decoded(as: List.self).scenarios.filter { $0.name != "default" }
    }

    @Test("Every row of the decision tables and of the matrix of lifetimes has a scenario")
    func rows() async throws {
        try await Workspace.with { workspace in
            let entries = try await entries(workspace)
            let rows = Set(entries.compactMap(\.row))
            let known = Set(try TablePage.rows().filter { !$0.hasPrefix("T.") })
            let missing = known.subtracting(rows).sorted()
            #expect(missing.isEmpty, "rows without a scenario: \(missing)")
            let unknown = rows.subtracting(known).sorted()
            #expect(unknown.isEmpty, "scenarios of rows that the tables do not have: \(unknown)")
            #expect(Set(entries.filter { $0.row == nil }.map(\.name)) == Set(Self.lifetimes.keys))
            #expect(entries.allSatisfy { $0.script.contains("entitle") || $0.script.contains("/api/v2/") })
        }
    }

    @Test(
        "Every scenario ends as it expects, and as its row of the tables says", arguments: ["1", "2", "3", "4", "5", "ttl"])
    func pack(_ table: String) async throws {
        try await Workspace.with { workspace in
            let entries = try await entries(workspace).filter { $0.table == table }
            try #require(!entries.isEmpty)
            try await withThrowingTaskGroup { group in
                for entry in entries {
                    group.addTask { try await withDaemonPlace { try await play(entry, in: workspace) } }
                }
                try await group.waitForAll()
            }
        }
    }

    private func play(_ entry: Entry, in workspace: Workspace) async throws {
        let result = try await Tool.run(
            try Executables.find("vsactl"),
            ["run", "--scenario", entry.name, "--", "bash", "-e", "-o", "pipefail", "-c", entry.script],
            environment: workspace.environment, workingDirectory: try workspace.folder.makeFolder("work/\(entry.name)"),
            within: .seconds(180))
        #expect(result.exit == .exited(0), "\(entry.name): \(result)")
        let printed = try result.lines.filter { $0.hasPrefix(#"{"callback":"#) }.map(PrintedCallback.init)
        if let row = entry.row {
            let ways = DecisionRow.all.filter { $0.row == row }
            #expect(
                ways.contains { Self.isCaused($0, by: printed) },
                "\(entry.name): row \(row) knows no such callbacks: \(printed)\nnearest: \(Self.nearest(ways, printed))")
        } else {
            let tokens = printed.filter { $0.name == "setMetadataStatus" }.compactMap { $0.text("metadata") }
            try #require(tokens.count == 2, "\(entry.name): \(result)")
            #expect((tokens[0] == tokens[1]) == Self.lifetimes[entry.name], "\(entry.name): \(tokens)")
        }
    }

    /// Whether callbacks are those of a row's phases, one after the other. What another run of the app adds may be between
    /// them: the end of its setRequestor.
    private static func isCaused(_ row: DecisionRow, by printed: [PrintedCallback]) -> Bool {
        rest(row, printed)?.isEmpty == true
    }

    /// The callbacks after a row's last phase; nil if one of its phases is missing.
    private static func rest(_ row: DecisionRow, _ printed: [PrintedCallback]) -> ArraySlice<PrintedCallback>? {
        var rest = printed[...]
        for phase in row.phases {
            if rest.startIndex > 0, !begins(rest, with: phase), rest.first?.name == "setRequestorComplete" { rest.removeFirst() }
            guard begins(rest, with: phase) else { return nil }
            rest = rest.dropFirst(phase.callbacks.count)
        }
        return rest
    }

    private static func begins(_ printed: ArraySlice<PrintedCallback>, with phase: Phase) -> Bool {
        printed.count >= phase.callbacks.count
            && zip(phase.callbacks, printed).allSatisfy { $0.matches(name: $1.name, parameters: $1.parameters) }
    }

    /// The variant of a row with the same number of callbacks, otherwise the first, for the message.
    private static func nearest(_ ways: [DecisionRow], _ printed: [PrintedCallback]) -> [ExpectedCallback] {
        let all = ways.map { $0.phases.flatMap(\.callbacks) }
        return all.first { $0.count == printed.count } ?? all.first ?? []
    }
}
