import EntitlementCore
import Synchronization
import TVWorld

/// Everything in the service that is replaced by a reset, a scenario or a snapshot.
struct ServiceSnapshot: Sendable {
    var records: [any StoredRecord]
    var faults: FaultTable
    var clock: ClockSetting
}

extension EntitlementEngine {
    /// The clock's setting that a reset restores: the scenario's, or else the start setting.
    var baselineClock: ClockSetting { read { $0.scenario?.scenario.serviceClock } ?? initialClock }

    /// The faults that a reset restores.
    var baselineFaults: FaultTable { Self.faults(of: read { $0.scenario?.scenario }, now: clock.milliseconds()) }

    private static func faults(of scenario: Scenario?, now: Int64) -> FaultTable {
        var table = FaultTable()
        // A scenario has no two faults with the same name, and no more than the maximum number.
        for fault in scenario?.faults ?? [] where fault.point.side == .service { try? table.add(fault, now: now) }
        return table
    }

    /// Restores the scenario, or else the world and the clock of the start, in one step.
    func reset(requestID: String) async throws {
        try await swap {
            try await begin(read { $0.scenario?.scenario }, requestID: requestID) { .resetService(clock: $0) }
        }
    }

    /// Sends the event that begins a scenario, together with its faults, and sets its clock; without a scenario, there are no
    /// faults, and the clock gets its start setting.
    private func begin(
        _ scenario: Scenario?, requestID: String, by event: (ClockRecord) -> EntitlementEvent<Void>
    ) async throws {
        let setting = scenario?.serviceClock ?? initialClock
        let table = Self.faults(of: scenario, now: setting.time(machine: clock.machineMilliseconds()))
        let event = event(record(of: setting))
        let removed = try await replaceFaults(by: table, seed: scenario?.seed) { shared in
            try await send(event, requestID: requestID, with: shared)
        }
        show(setting, requestID: requestID)
        random.identifiers.begin(seed: seed)
        followed.withLock { $0.scenario = read { $0.scenario?.generation } }
        for fault in removed { note(.faultRemoved, fault, requestID: requestID) }
    }

    /// Loads a scenario in one step; from now on, a reset restores it.
    ///
    /// - Parameter statements: The statements of its applications, already signed.
    /// - Returns: The previous state.
    func load(_ scenario: Scenario, statements: [SoftwareStatement], requestID: String) async throws -> ServiceSnapshot {
        try await swap {
            let before = try await state()
            let loaded = LoadedScenario(generation: (read { $0.scenario?.generation } ?? 0) &+ 1, scenario: scenario)
            try await begin(scenario, requestID: requestID) { .loadScenario(loaded, statements: statements, clock: $0) }
            return before
        }
    }

    /// Replaces the whole state with a snapshot in one step; trust in providers is kept.
    ///
    /// - Returns: The previous state.
    func load(_ snapshot: ServiceSnapshot, requestID: String) async throws -> ServiceSnapshot {
        let before = try await swap {
            let before = try await state()
            try await restore(snapshot, trusting: before, requestID: requestID)
            return before
        }
        journal.append(time: clock.milliseconds(), event: .snapshotLoaded, requestID: requestID, outcome: "ok", details: [:])
        return before
    }

    /// Returns the state at one moment.
    func snapshot() async throws -> ServiceSnapshot { try await swap { try await state() } }

    private func state() async throws -> ServiceSnapshot {
        let records = try await store.everything().filter { !($0 is ClockRecord) }
        return ServiceSnapshot(records: records, faults: try await currentFaults(), clock: clock.setting)
    }

    private func restore(_ snapshot: ServiceSnapshot, trusting current: ServiceSnapshot, requestID: String) async throws {
        let records =
            snapshot.records.filter { !($0 is ProviderMetadata || $0 is ClockRecord) }
            + current.records.filter { $0 is ProviderMetadata } + [record(of: snapshot.clock)]
        let removed = try await replaceFaults(by: snapshot.faults, seed: nil) { shared in
            try await replaceEverything(with: records, and: shared)
        }
        show(snapshot.clock, requestID: requestID)
        random.identifiers.begin(seed: nil)
        for fault in removed where !snapshot.faults.entries.contains(where: { $0.fault.id == fault.id }) {
            note(.faultRemoved, fault, requestID: requestID)
        }
    }

    /// Changes the clock; the new setting is on disk before it takes effect.
    ///
    /// - Parameter change: Returns the new setting; nil if nothing is to be changed.
    /// - Returns: Whether the clock was changed.
    /// - Throws: The store's error if it could not be written; ``StoreFailure`` says when nothing has changed.
    @discardableResult
    func changeClock(requestID: String, _ change: (ClockSetting) -> ClockSetting?) async throws -> Bool {
        try await swap {
            guard let setting = change(clock.setting) else { return false }
            try await keep(setting)
            show(setting, isNews: true, requestID: requestID)
            return true
        }
    }

    /// Applies a setting that is already stored. Called while no calls are processed.
    ///
    /// - Parameter isNews: Whether to write a journal entry even if the setting is unchanged.
    func show(_ setting: ClockSetting, isNews: Bool = false, requestID: String) {
        guard isNews || clock.setting != setting else { return }
        clock.setting = setting
        let time = clock.milliseconds()
        journal.append(
            time: time, event: .clockChanged, requestID: requestID, outcome: "ok",
            details: ["specification": setting.specification, "time": String(time)])
    }
}
