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

    /// Restores the faults and the clock of the scenario; without one, no faults and the clock's start setting.
    private func returnToBaseline(requestID: String) {
        show(baselineClock, requestID: requestID)
        let (table, seed) = baselineFaults
        identifiers.begin(seed: seed)
        for fault in faults.replace(by: table, seed: seed) { note(removalOf: fault, requestID: requestID) }
    }

    /// How a prepared scenario or snapshot is to be loaded.
    struct Commit {
        /// Its number.
        var generation: Int64
        /// The number of seconds after which it is rolled back unless it is confirmed; nil: it is final.
        var confirmWithin: Int64?
        /// The request that loads it.
        var requestID: String
    }

    /// Loads a scenario that was prepared, in one step; the service returns to it from now on.
    ///
    /// - Parameter statements: The statements of its applications, already signed.
    /// - Returns: The number of the scenario that was loaded before, 0 if there was none; nil if it is no longer prepared.
    func load(_ scenario: Scenario, statements: [SoftwareStatement], _ commit: Commit) async throws -> Int64? {
        try await exchange(commit) { _ in
            let loaded = LoadedScenario(generation: commit.generation, scenario: scenario)
            let clock = record(of: scenario.serviceClock)
            try await send(LoadScenario(loaded, statements: statements, clock: clock), requestID: commit.requestID)
            returnToBaseline(requestID: commit.requestID)
        }
    }

    /// Loads a snapshot that was prepared, in one step; whom the service trusts stays.
    ///
    /// - Returns: The number of the scenario that was loaded before, 0 if there was none; nil if it is no longer prepared.
    func load(_ snapshot: ScenarioLoading.Memento, _ commit: Commit) async throws -> Int64? {
        let previous = try await exchange(commit) { before in
            try await restore(snapshot.trusting(before), requestID: commit.requestID)
        }
        if previous != nil { noteSnapshot(requestID: commit.requestID, ["generation": String(commit.generation)]) }
        return previous
    }

    /// Replaces the whole state by a snapshot, in one step and permanently; the service's trust is kept.
    func load(_ snapshot: ScenarioLoading.Memento, requestID: String) async throws {
        try await swaps.alone {
            try await restore(snapshot.trusting(try await memento()), requestID: requestID)
        }
        noteSnapshot(requestID: requestID, [:])
    }

    private func noteSnapshot(requestID: String, _ details: [String: String]) {
        journal.append(
            time: clock.milliseconds(), event: .snapshotLoaded, requestID: requestID, outcome: "ok", details: details)
    }

    /// Swaps in the prepared state while no call is in progress, and keeps the previous state for a rollback.
    ///
    /// - Parameter swap: Receives the previous state.
    private func exchange(_ commit: Commit, _ swap: (ScenarioLoading.Memento) async throws -> Void) async throws -> Int64? {
        let previous = try await swaps.alone { () -> Int64? in
            // The program that loaded it has ended: the device has admitted another load.
            if let provisional = scenarios.provisional { try await takeBack(provisional, requestID: commit.requestID) }
            // Another load may have happened in between.
            guard scenarios.prepared(commit.generation) != nil else { return nil }
            let (before, previous) = (try await memento(), read { $0.scenario?.generation } ?? 0)
            try await swap(before)
            scenarios.keep(
                .init(
                    generation: commit.generation, previous: previous, memento: before,
                    isProvisional: commit.confirmWithin != nil))
            return previous
        }
        if previous != nil, let seconds = commit.confirmWithin {
            Task { [weak self] in await self?.takeBackUnlessConfirmed(commit.generation, seconds: seconds) }
        }
        return previous
    }

    /// Rolls back a load that was not confirmed in time; retries later if the store cannot be written.
    private func takeBackUnlessConfirmed(_ generation: Int64, seconds: Int64) async {
        while true {
            try? await Pause.untilConfirmed(seconds: seconds)
            guard scenarios.provisional?.generation == generation else { return }
            try? await swaps.alone {
                if let provisional = scenarios.provisional, provisional.generation == generation {
                    try await takeBack(provisional, requestID: "")
                }
            }
        }
    }

    /// Rolls back the last load; false if it was another one.
    func rollBack(_ generation: Int64, requestID: String) async throws -> Bool {
        if scenarios.forget(generation), read({ $0.scenario?.generation }) != generation { return true }
        return try await swaps.alone {
            guard let undo = scenarios.undo, undo.generation == generation else { return false }
            try await takeBack(undo, requestID: requestID)
            return true
        }
    }

    /// Restores the state before a load. If writing fails, the rollback can be repeated.
    private func takeBack(_ undo: ScenarioLoading.Undo, requestID: String) async throws {
        try await restore(undo.memento, requestID: requestID)
        scenarios.forgetUndo(of: undo.generation)
        journal.append(
            time: clock.milliseconds(), event: .scenarioRolledBack, requestID: requestID, outcome: "ok",
            details: ["generation": String(undo.generation)])
    }

    /// All that there is at one moment.
    func snapshot() async throws -> ScenarioLoading.Memento { try await swaps.alone { try await memento() } }

    /// All that a scenario or a snapshot replaces.
    private func memento() async throws -> ScenarioLoading.Memento {
        let records = try await everything().filter { !($0 is ClockRecord) }
        return .init(records: records, faults: faults.table, clock: clock.setting)
    }

    /// Restores everything that a scenario or a snapshot replaces.
    private func restore(_ memento: ScenarioLoading.Memento, requestID: String) async throws {
        try await replaceEverything(with: memento.records.filter { !($0 is ClockRecord) } + [record(of: memento.clock)])
        show(memento.clock, requestID: requestID)
        identifiers.begin(seed: nil)
        for fault in faults.replace(by: memento.faults, seed: nil)
        where !memento.faults.entries.contains(where: { $0.fault.id == fault.id }) {
            note(removalOf: fault, requestID: requestID)
        }
    }
}

extension ScenarioLoading.Memento {
    /// The same with those whom the service trusts now.
    fileprivate func trusting(_ current: Self) -> Self {
        var memento = self
        memento.records = records.filter { !($0 is ProviderMetadata) } + current.records.filter { $0 is ProviderMetadata }
        return memento
    }
}
