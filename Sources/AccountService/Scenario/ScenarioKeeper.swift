import AccountCore
import DBus
import TVWorld

/// Loads scenarios and snapshots into the device in two steps, so that device and service can change together or not at all: one
/// is prepared, then it is swapped in, and it can be rolled back. A load that is not ended is rolled back automatically.
actor ScenarioKeeper {
    /// The prepared state.
    private enum Prepared: Sendable {
        case scenario(Scenario)
        case snapshot(DeviceSnapshot)
    }

    private let store: DeviceStore
    private let publisher: Publisher
    private let faults: Faults
    private let clockKeeper: ClockKeeper
    private let driver: RequestDriver
    private let identifiers: IdentifierSource
    /// Held while the whole device is read or changed.
    private let turn = Turn()
    private var lastGeneration: UInt64 = 0
    private var current: UInt64 = 0
    private var prepared: (generation: UInt64, content: Prepared)?
    private var undo: Undo?
    /// The way back from all that the load has swapped in that has the turn and has not ended.
    private var unfinished: Undo?
    /// The caller that loads, and those that wait.
    private let turns: LoadTurns

    /// The way back from a generation.
    private struct Undo {
        var generation: UInt64
        var previous: UInt64
        var device: DeviceSnapshot
    }

    /// - Parameter wait: Waits as long as a load, or the waiting for one, may take.
    init(
        store: DeviceStore, publisher: Publisher, faults: Faults, clockKeeper: ClockKeeper, driver: RequestDriver,
        identifiers: IdentifierSource, wait: @escaping @Sendable (Pause) async -> Void = { await $0.wait() }
    ) {
        turns = LoadTurns(wait: wait)
        self.store = store
        self.publisher = publisher
        self.faults = faults
        self.clockKeeper = clockKeeper
        self.driver = driver
        self.identifiers = identifiers
    }

    /// Restores the parts of the loaded scenario that are kept in memory only: its faults, queued answers and the policy for
    /// prompts without one. Called before the first call.
    func resume() async {
        guard let scenario = store.device.state.scenario, let beginning = try? beginning(of: scenario) else { return }
        faults.replace(by: beginning.faults, seed: scenario.seed)
        await driver.begin(answers: beginning.answers, unanswered: beginning.unanswered)
    }

    /// Gives a caller the turn to load until it ends the load, leaves the bus, or takes too long. Beginning twice is allowed.
    ///
    /// - Throws: `LoadRefusal`.
    func begin(_ caller: BusName, on connection: Connection) async throws {
        guard let ticket = try await turns.enter(caller, for: .load) else { return }
        turns.limit(ticket) { [weak self] in await self?.giveUp(on: connection) { $0.ticket == ticket } }
        // The departure of a caller that left before it had the turn is not reported again.
        if (try? await connection.nameOwner(caller)) == nil { await giveUp(on: connection) { $0.ticket == ticket } }
    }

    /// Ends a load; its swapped-in state is kept.
    ///
    /// - Throws: `LoadRefusal.noLoad`.
    func end(_ caller: BusName) throws {
        guard let ticket = turns.close(where: { $0.caller == caller }) else { throw LoadRefusal.noLoad }
        unfinished = nil
        turns.leave(ticket)
    }

    /// Takes back the load of a caller that has left the bus.
    func forget(_ caller: BusName, on connection: Connection) async {
        turns.forget(caller)
        await giveUp(on: connection) { $0.caller == caller }
    }

    /// Rolls back a load completely before the next caller gets the turn.
    private func giveUp(on connection: Connection, where isMeant: (LoadLine.Member) -> Bool) async {
        guard let ticket = turns.close(where: isMeant) else { return }
        prepared = nil
        await turn.take()
        if let unfinished {
            do { try await takeBack(unfinished, on: connection) } catch {
                StandardError.write("vsad: the load of a program that has exited cannot be rolled back: \(error)")
            }
        }
        unfinished = nil
        turn.leave()
        turns.leave(ticket)
    }

    /// Performs an action while no other caller loads.
    ///
    /// - Throws: `LoadRefusal`, or the error that the action throws.
    private func exclusively<Value>(_ caller: BusName, _ work: () async throws -> Value) async throws -> Value {
        let ticket = try await turns.enter(caller, for: .call)
        defer { turns.leave(ticket) }
        await turn.take()
        defer { turn.leave() }
        return try await work()
    }

    /// Checks a scenario and keeps it ready; nothing changes yet.
    ///
    /// - Throws: `InvalidInput` with every mistake of the document; `LoadRefusal`.
    func prepare(scenario document: String, by caller: BusName) async throws -> UInt64 {
        let scenario: Scenario
        do throws(ScenarioError) { scenario = try Scenario(document: Array(document.utf8)) } catch {
            throw InvalidInput(field: "document", message: error.description)
        }
        _ = try DeviceSnapshot(scenario, machine: 0, seed: [], trust: nil)
        return try await keep(.scenario(scenario), by: caller)
    }

    /// Checks a snapshot and keeps it ready; nothing changes yet.
    ///
    /// - Throws: `InvalidInput` that names the first field that is wrong; `LoadRefusal`.
    func prepare(snapshot document: String, by caller: BusName) async throws -> UInt64 {
        let snapshot = try DeviceSnapshot(
            document: Array(document.utf8), baseline: store.baseline, trust: nil,
            machine: clockKeeper.clock.machineMicroseconds() / 1_000)
        return try await keep(.snapshot(snapshot), by: caller)
    }

    private func keep(_ content: Prepared, by caller: BusName) async throws -> UInt64 {
        try await exclusively(caller) {
            lastGeneration += 1
            prepared = (lastGeneration, content)
            return lastGeneration
        }
    }

    /// Swaps in the prepared state. A scenario becomes the new baseline for resets.
    ///
    /// - Returns: The generation before.
    /// - Throws: `ScenarioRefusal`, `LoadRefusal`, `StoreError`.
    func commit(_ generation: UInt64, by caller: BusName, on connection: Connection) async throws -> UInt64 {
        try await exclusively(caller) {
            guard let prepared, prepared.generation == generation else {
                throw ScenarioRefusal.notPrepared(generation, isGiven: generation > 0 && generation <= lastGeneration)
            }
            let undo = Undo(generation: generation, previous: current, device: await device())
            let number = JournalDetail("generation", .number(Int64(clamping: generation)))
            switch prepared.content {
            case .scenario(let scenario):
                let record = JournalRecord(.scenarioLoaded, details: [JournalDetail("name", scenario.name), number])
                try await swap(to: beginning(of: scenario), record, on: connection)
            case .snapshot(var snapshot):
                snapshot.state.trust = store.device.state.trust
                try await swap(to: snapshot, JournalRecord(.snapshotLoaded, details: [number]), on: connection)
            }
            self.prepared = nil
            self.undo = undo
            if turns.isLoading { unfinished = unfinished ?? undo }
            current = generation
            return undo.previous
        }
    }

    /// Rolls back the last swap.
    ///
    /// - Throws: `ScenarioRefusal`, `LoadRefusal`, `StoreError`.
    func rollBack(_ generation: UInt64, by caller: BusName, on connection: Connection) async throws {
        try await exclusively(caller) {
            if let prepared, prepared.generation == generation {
                self.prepared = nil
                return
            }
            guard let undo, undo.generation == generation else { throw ScenarioRefusal.notCommitted(generation) }
            try await takeBack(undo, on: connection)
            if unfinished?.generation == generation { unfinished = nil }
        }
    }

    private func takeBack(_ undo: Undo, on connection: Connection) async throws {
        let record = JournalRecord(
            .scenarioRolledBack, details: [JournalDetail("generation", .number(Int64(clamping: undo.generation)))])
        try await swap(to: undo.device, record, on: connection)
        current = undo.previous
        self.undo = nil
    }

    /// Restores the scenario that was loaded last, or else the world with which the daemon was started, or an empty state.
    ///
    /// - Throws: `LoadRefusal`, `StoreError`.
    func reset(isEmpty: Bool, by caller: BusName, on connection: Connection) async throws {
        try await exclusively(caller) {
            if !isEmpty, let scenario = store.device.state.scenario {
                let record = JournalRecord(.deviceReset, details: [JournalDetail("empty", .flag(false))])
                return try await swap(to: beginning(of: scenario), record, on: connection)
            }
            // State that is not stored becomes that of a fresh device; the reducer decides about stored state.
            var fresh = DeviceSnapshot(state: store.device.state)
            fresh.clock = clockKeeper.baseline
            try await swap(to: fresh, by: [.developer(.reset), .reset(isEmpty: isEmpty)], on: connection)
        }
    }

    /// The device as a snapshot's document.
    func save() async -> String {
        await turn.take()
        defer { turn.leave() }
        return await device().document(baseline: store.baseline).serialized
    }

    /// The device as a scenario's document.
    func export() async -> String {
        await turn.take()
        defer { turn.leave() }
        let device = await device()
        let now = clockKeeper.clock.milliseconds()
        var scenario = device.state.described(now: now / 1_000)
        scenario.deviceClock = device.clock
        scenario.faults =
            device.faults.entries.filter { !$0.isUsedUp(now: now) }.map(\.fault)
            + scenario.faults.filter { $0.point.side == .service }
        scenario.unanswered = device.unanswered
        scenario.answers = device.answers.map { answer in
            Scenario.Answer(
                answer.prompt, answer.answer.journalText, application: answer.application?.text, provider: answer.provider,
                delay: answer.delay, times: answer.times == 0 ? 0 : answer.times - min(answer.used, answer.times - 1))
        }
        return scenario.document.serialized
    }

    /// The device at this moment.
    private func device() async -> DeviceSnapshot {
        DeviceSnapshot(
            state: store.device.state, faults: faults.table, answers: await driver.answers, unanswered: await driver.unanswered,
            clock: clockKeeper.clock.setting)
    }

    private func beginning(of scenario: Scenario) throws -> DeviceSnapshot {
        var generator = SeededGenerator(seed: scenario.seed)
        return try DeviceSnapshot(
            scenario, machine: clockKeeper.clock.machineMicroseconds() / 1_000,
            seed: generator.bytes(16), trust: store.device.state.trust)
    }

    private func swap(to new: DeviceSnapshot, _ record: JournalRecord, on connection: Connection) async throws {
        try await swap(to: new, by: [.replaced(by: new.state, record)], on: connection)
    }

    /// One atomic step: no request proceeds in the meantime, and each call sees either the old or the new state.
    private func swap(to new: DeviceSnapshot, by events: [DeviceEvent], on connection: Connection) async throws {
        let (store, faults, clockKeeper, identifiers) = (store, faults, clockKeeper, identifiers)
        let announcements = try await driver.swap(
            RequestDriver.Swap(answers: new.answers, unanswered: new.unanswered) {
                try await store.swap(
                    events, clock: StoredClock(setting: new.clock, start: clockKeeper.start), on: connection
                ) {
                    clockKeeper.swap(to: new.clock)
                    faults.replace(by: new.faults, seed: new.state.scenario?.seed)
                    identifiers.begin(seed: new.state.scenario?.seed)
                }
            })
        await publisher.publish(announcements, on: connection)
    }
}

/// Why a scenario is neither swapped in nor taken back.
enum ScenarioRefusal: Error, Equatable, CustomStringConvertible {
    /// Nothing was prepared under this number, or it is out of date.
    case notPrepared(UInt64, isGiven: Bool)
    /// It is not the one that was swapped in last.
    case notCommitted(UInt64)

    var description: String {
        switch self {
        case .notPrepared(let generation, isGiven: false): "nothing is prepared as generation \(generation)"
        case .notPrepared(let generation, isGiven: true):
            "generation \(generation) is no longer prepared: another load intervened, or it was rolled back; prepare it again "
                + "(BeginLoad keeps others out meanwhile)"
        case .notCommitted(let generation): "generation \(generation) is not what was loaded last"
        }
    }
}
