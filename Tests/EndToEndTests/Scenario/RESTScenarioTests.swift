import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The rows of the tables of REST v2 with the real programs: each has a scenario in the pack, which is run by its own
/// commands, and compared with the answers that it shows and the events that it expects.
@Suite("The rows of REST v2", .daemonLogs)
struct RESTScenarioTests {
    /// Loads each scenario into the session and runs its commands in its own folder; at the end, keeps the journals.
    private static let player = """
        set -o pipefail
        for name in "$@"; do
            cd "$FOLDER/$name"
            vsactl scenario load "$name" >load.log 2>&1
            bash -e -o pipefail script >output 2>errors
            echo $? >exit
        done
        vsactl journal list --source device --source service --limit 10000 --json >"$FOLDER/journal"
        """

    /// The output of `vsactl journal list --json`. One process for all expectations instead of one for each.
    private struct Journal: Decodable {
        let entries: [Entry]

        struct Entry: Decodable {
            let source: String
            let event: String
            let outcome: String?
            let details: Details

            /// Only those of `scenario.loaded`.
            struct Details: Decodable {
                let name: String?
            }
        }

        /// The entries of each daemon from the loading of a scenario to that of the next one, by the scenario's name.
        var byScenario: [String: [Entry]] {
            var loaded: [String: String] = [:]
            return entries.reduce(into: [:]) { result, entry in
                if entry.event == "scenario.loaded" { loaded[entry.source] = entry.details.name }
                if let name = loaded[entry.source] { result[name, default: []].append(entry) }
            }
        }
    }

    @Test(
        "Every scenario answers as its row says",
        arguments: [20...22, 23...24, 25...25, 26...27, 28...28, 29...31, 32...34, 35...36])
    func rows(_ tables: ClosedRange<Int>) async throws {
        let scenarios = try RESTScenario.all().filter { tables.contains($0.table) }
        try #require(!scenarios.isEmpty)
        try await Workspace.withPlace { workspace in
            var environment = workspace.environment
            environment["FOLDER"] = try workspace.folder.makeFolder("work")
            for scenario in scenarios {
                let script = scenario.commands.map { $0.hasPrefix("$ ") ? String($0.dropFirst(2)) : $0 }.joined(
                    separator: "\n")
                let folder = try workspace.folder.makeFolder("work/\(scenario.name)")
                try script.write(toFile: "\(folder)/script", atomically: false, encoding: .utf8)
            }
            try await Tool.run(
                try Executables.find("vsactl"), ["run", "--", "bash", "-c", Self.player, "player"] + scenarios.map(\.name),
                environment: environment, within: .seconds(900)
            ).checked()
            let work = URL(filePath: workspace.folder.path("work"))
            let journal = try JSONDecoder().decode(Journal.self, from: Data(contentsOf: work.appending(path: "journal")))
            for scenario in scenarios {
                check(scenario, in: work.appending(path: scenario.name), journal.byScenario[scenario.name] ?? [])
            }
        }
    }

    private func check(_ scenario: RESTScenario, in folder: URL, _ entries: [Journal.Entry]) {
        func text(_ name: String) -> String { (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "" }
        let printed = text("output").split(separator: "\n").map(String.init)
        let isRight = printed.count == scenario.answers.count && zip(scenario.answers, printed).allSatisfy(RESTScenario.matches)
        #expect(
            isRight && text("exit") == "0\n",
            "\(scenario.name): expected \(scenario.answers)\nprinted \(printed)\n\(text("load.log"))\(text("errors"))")
        #expect(!scenario.expectations.isEmpty, "\(scenario.name) expects nothing")
        let unmet = scenario.expectations.filter { expected in
            expected.count
                != entries.count { $0.event == expected.event && (expected.outcome == nil || $0.outcome == expected.outcome) }
        }
        #expect(unmet.isEmpty, "\(scenario.name): not met: \(unmet)\namong \(entries)")
    }

    @Test("Every row of the tables has a scenario, and a unit test that is named after it")
    func rowsAreComplete() throws {
        let rows = Set(try TablePage.rows().filter { $0.wholeMatch(of: /[0-9]{2}\.[0-9]+/) != nil })
        #expect(rows.count == 141)
        let scenarios = Set(try RESTScenario.all().map(\.row))
        #expect(scenarios == rows, "\(scenarios.symmetricDifference(rows).sorted())")
        let missing = rows.subtracting(try testedRows()).sorted()
        #expect(missing.isEmpty, "rows without a unit test: \(missing)")
    }

    /// The rows at the beginning of the names of tests: `24.6-24.7`, `28.4-28.6, 31.8`, `29.1 as 28.2`.
    private func testedRows() throws -> Set<String> {
        var rows: Set<String> = []
        for module in ["EntitlementCoreTests", "EntitlementServiceTests", "EntitlementRESTTests"] {
            let folder = Repository.root.appending(path: "Tests/\(module)")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
            for file in files ?? [] where file.pathExtension == "swift" {
                let source = try String(contentsOf: file, encoding: .utf8)
                for name in source.matches(of: /@Test\(\s*"((?:[0-9]{2}\.[0-9]+(?:-|, | with | as )?)+)/) {
                    for range in name.1.matches(of: /([0-9]{2})\.([0-9]+)(?:-[0-9]{2}\.([0-9]+))?/) {
                        let first = Int(range.2) ?? 0
                        for number in first...max(first, range.3.flatMap { Int($0) } ?? first) {
                            rows.insert("\(range.1).\(number)")
                        }
                    }
                }
            }
        }
        return rows
    }
}
