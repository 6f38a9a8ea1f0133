import DecisionTables
import ProjectTesting
import Testing

@Suite("Decision tables with real daemons", .daemonLogs)
struct DecisionRowTests {
    @Test("Row", arguments: DecisionRow.all)
    func row(_ row: DecisionRow) async throws {
        if row.breaksDaemons {
            try await withDaemons { try await perform(row, with: $0, Naming()) }
        } else {
            try await DaemonPool.shared.withDaemons { try await perform(row, with: $0, Naming()) }
        }
    }

    /// Without the rows that tvOS shares with iOS, and those that concern no name. One variant of each row, except in
    /// `make soak`.
    private static let written: [DecisionRow] = {
        var seen: Set<String> = []
        return DecisionRow.written.filter { !$0.breaksDaemons && (Seeds.isSoak || seen.insert($0.row).inserted) }
    }()

    /// The same rows in a world without the names of the built-in one.
    @Test("Row on a renamed world", arguments: written)
    func renamed(_ row: DecisionRow) async throws {
        for world in RenamedWorld.all {
            try await world.daemons.withDaemons { daemons in
                try await perform(row.renamed(world.naming), with: daemons, world.naming)
            }
        }
    }

    private func perform(_ row: DecisionRow, with daemons: Daemons, _ naming: Naming) async throws {
        let stage = try RowStage(daemons: daemons, platform: row.platform, naming: naming)
        for (number, phase) in row.phases.enumerated() {
            try await perform(phase, on: stage, named: "\(row), phase \(number + 1)")
        }
        let rest = try await stage.end()
        #expect(rest.isEmpty, "\(row): callbacks after the end: \(rest)")
    }

    private func perform(_ phase: Phase, on stage: RowStage, named name: String) async throws {
        for arrangement in phase.arrangements { try await stage.arrange(arrangement) }
        let app = try await stage.runningApp()
        for call in phase.calls { try await app.send(call.command) }
        for expected in phase.callbacks {
            let callback = try await app.next("\(expected) in \(name)")
            await stage.note(callback)
            #expect(
                expected.matches(name: callback.name, parameters: callback.parameters),
                "\(name): expected \(expected), got \(callback)")
        }
        let surplus = try await app.callbacksUntilNow()
        #expect(surplus.isEmpty, "\(name): callbacks that no row names: \(surplus)")
    }
}
