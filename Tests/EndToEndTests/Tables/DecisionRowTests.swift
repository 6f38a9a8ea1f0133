import DecisionTables
import Testing
import VSATesting

@Suite("Decision tables with real daemons", .daemonLogs)
struct DecisionRowTests {
    /// The rows that the daemons can cause, some with a proxy in between; each is a test case with the row's number.
    static let rows = DecisionRow.all.filter { row in
        row.reach == .everywhere && row.phases.flatMap(\.arrangements).allSatisfy(RowStage.canArrange)
    }

    @Test("Row", arguments: rows)
    func row(_ row: DecisionRow) async throws {
        try await DaemonPool.shared.withDaemons { try await perform(row, with: $0, Naming()) }
    }

    /// Without those that tvOS has in common with iOS.
    private static let written = rows.filter { row in DecisionRow.written.contains { $0.id == row.id } }

    /// The same rows where nothing has the names of the built-in world.
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
        let rest = try await stage.endApp()
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

    @Test("Every row is run here or says why not")
    func reach() {
        let run = Set(Self.rows.map(\.row))
        #expect(DecisionRow.all.filter { $0.reach == .everywhere }.allSatisfy { row in Self.rows.contains { $0.id == row.id } })
        let excused = Set(
            DecisionRow.all.compactMap { row in
                if case .libraryOnly(let reason) = row.reach, !reason.isEmpty { row.row } else { nil }
            })
        #expect(DecisionRow.implemented.subtracting(run).subtracting(excused).isEmpty)
        #expect(run.count >= 40, "only \(run.count) rows run with real daemons")
    }
}
