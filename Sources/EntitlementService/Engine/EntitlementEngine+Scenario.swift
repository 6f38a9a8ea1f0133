import EntitlementCore
import TVWorld

extension EntitlementEngine {
    /// The clock's setting that a reset returns to: the scenario's, else that of the start.
    var baselineClock: ClockSetting { read { $0.scenario?.scenario.serviceClock } ?? initialClock }

    /// The faults that a reset returns to.
    var baselineFaults: (table: FaultTable, seed: UInt64?) {
        var table = FaultTable()
        let scenario = read { $0.scenario?.scenario }
        // A scenario has no two faults of one name, and no more than there is room for.
        for fault in scenario?.faults ?? [] where fault.point.side == .service {
            try? table.add(fault, now: clock.milliseconds())
        }
        return (table, scenario?.seed)
    }

    /// Returns to the scenario, without one to the world and the clock of the start, in one step.
    func reset(requestID: String) async throws {
        try await swaps.alone {
            try await send(ResetService(clock: record(of: baselineClock)), requestID: requestID)
            returnToBaseline(requestID: requestID)
        }
    }

    /// Goes back to the faults and the clock of the scenario; without one to none, and to the clock of the start.
    private func returnToBaseline(requestID: String) {
        show(baselineClock, requestID: requestID)
        let (table, seed) = baselineFaults
        for fault in faults.replace(with: table, seed: seed) { note(removalOf: fault, requestID: requestID) }
    }

    /// Loads a scenario that was prepared, in one step; the service returns to it from now on.
    ///
    /// - Parameter statements: The statements of its applications, already signed.
    /// - Returns: the number of the scenario that was loaded before; 0 when there was none.
    func load(_ loaded: LoadedScenario, statements: [SoftwareStatement], requestID: String) async throws -> Int64 {
        try await swaps.alone {
            let before = try await memento()
            let previous = read { $0.scenario?.generation } ?? 0
            let clock = record(of: loaded.scenario.serviceClock)
            try await send(LoadScenario(loaded, statements: statements, clock: clock), requestID: requestID)
            returnToBaseline(requestID: requestID)
            scenarios.keep(before, of: loaded.generation)
            return previous
        }
    }

    /// Puts a snapshot in the place of all that is there, in one step; whom the service trusts stays.
    ///
    /// - Parameter generation: Its number, by which it can be taken back; nil when it has none.
    /// - Returns: the number of the scenario that was loaded before; 0 when there was none.
    func load(_ snapshot: ScenarioLoading.Memento, as generation: Int64?, requestID: String) async throws -> Int64 {
        let previous = read { $0.scenario?.generation } ?? 0
        try await swaps.alone {
            let before = try await memento()
            var new = snapshot
            new.records = snapshot.records.filter { !($0 is ProviderMetadata) } + before.records.filter { $0 is ProviderMetadata }
            try await restore(new, requestID: requestID)
            if let generation { scenarios.keep(before, of: generation) }
        }
        journal.append(
            time: clock.milliseconds(), event: .snapshotLoaded, requestID: requestID, outcome: "ok",
            details: generation.map { ["generation": String($0)] } ?? [:])
        return previous
    }

    /// Takes back what was loaded last; false when it was not.
    func rollBack(_ generation: Int64, requestID: String) async throws -> Bool {
        if scenarios.forget(generation), read({ $0.scenario?.generation }) != generation { return true }
        guard let memento = scenarios.takeMemento(of: generation) else { return false }
        try await swaps.alone { try await restore(memento, requestID: requestID) }
        journal.append(
            time: clock.milliseconds(), event: .scenarioRolledBack, requestID: requestID, outcome: "ok",
            details: ["generation": String(generation)])
        return true
    }

    /// All that there is at one moment.
    func snapshot() async throws -> ScenarioLoading.Memento { try await swaps.alone { try await memento() } }

    /// All that a scenario or a snapshot replaces.
    private func memento() async throws -> ScenarioLoading.Memento {
        let records = try await everything().filter { !($0 is ClockRecord) }
        return .init(records: records, faults: faults.table, clock: clock.setting)
    }

    /// Puts back all that a scenario or a snapshot replaces.
    private func restore(_ memento: ScenarioLoading.Memento, requestID: String) async throws {
        try await replaceEverything(with: memento.records.filter { !($0 is ClockRecord) } + [record(of: memento.clock)])
        show(memento.clock, requestID: requestID)
        for fault in faults.replace(with: memento.faults)
        where !memento.faults.entries.contains(where: { $0.fault.id == fault.id }) {
            note(removalOf: fault, requestID: requestID)
        }
    }
}
