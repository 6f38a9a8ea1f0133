import AccountCore
import DBus
import TVWorld

/// Loads scenarios and snapshots into the device in two steps, so that device and service can change together or not at all: one is
/// prepared, then it is swapped in, and it can be taken back.
actor ScenarioKeeper {
    /// What waits to be swapped in.
    private enum Prepared: Sendable {
        case scenario(Scenario)
        case snapshot(DeviceSnapshot)
    }

    private let store: DeviceStore
    private let publisher: Publisher
    private let faults: Faults
    private let clockKeeper: ClockKeeper
    private let driver: RequestDriver
    /// Held by whoever looks at the whole device or changes it.
    private let turn = Turn()
    private var lastGeneration: UInt64 = 0
    private var current: UInt64 = 0
    private var prepared: (generation: UInt64, content: Prepared)?
    private var undo: (generation: UInt64, previous: UInt64, device: DeviceSnapshot)?

    init(store: DeviceStore, publisher: Publisher, faults: Faults, clockKeeper: ClockKeeper, driver: RequestDriver) {
        self.store = store
        self.publisher = publisher
        self.faults = faults
        self.clockKeeper = clockKeeper
        self.driver = driver
    }

    /// Checks a scenario and keeps it ready; nothing changes yet.
    ///
    /// - Throws: `InvalidInput` with every mistake of the document.
    func prepare(scenario document: String) throws -> UInt64 {
        let scenario: Scenario
        do throws(ScenarioError) { scenario = try Scenario(document: Array(document.utf8)) } catch {
            throw InvalidInput(field: "document", message: error.description)
        }
        _ = try DeviceSnapshot(scenario, machine: 0, seed: [], trust: nil)
        return keep(.scenario(scenario))
    }

    /// Checks a snapshot and keeps it ready; nothing changes yet.
    ///
    /// - Throws: `InvalidInput` that names the first field that is wrong.
    func prepare(snapshot document: String) throws -> UInt64 {
        keep(
            .snapshot(
                try DeviceSnapshot(
                    document: Array(document.utf8), baseline: store.baseline, trust: nil,
                    machine: clockKeeper.clock.machineMicroseconds() / 1_000)))
    }

    private func keep(_ content: Prepared) -> UInt64 {
        lastGeneration += 1
        prepared = (lastGeneration, content)
        return lastGeneration
    }

    /// Swaps in what is prepared. A scenario is what resets return to from now on.
    ///
    /// - Returns: The generation before.
    /// - Throws: `ScenarioRefusal`, `StoreError`.
    func commit(_ generation: UInt64, on connection: Connection) async throws -> UInt64 {
        await turn.take()
        defer { turn.leave() }
        guard let prepared, prepared.generation == generation else { throw ScenarioRefusal.notPrepared(generation) }
        let old = await device()
        let number = JournalDetail("generation", .number(Int64(clamping: generation)))
        switch prepared.content {
        case .scenario(let scenario):
            let record = JournalRecord(.scenarioLoaded, details: [JournalDetail("name", scenario.name), number])
            try await swap(to: beginning(of: scenario), record, on: connection)
        case .snapshot(var snapshot):
            snapshot.state.trust = store.device.state.trust
            try await swap(to: snapshot, JournalRecord(.snapshotLoaded, details: [number]), on: connection)
        }
        let previous = current
        self.prepared = nil
        undo = (generation, previous, old)
        current = generation
        return previous
    }

    /// Takes back what was swapped in last.
    ///
    /// - Throws: `ScenarioRefusal`, `StoreError`.
    func rollBack(_ generation: UInt64, on connection: Connection) async throws {
        await turn.take()
        defer { turn.leave() }
        if let prepared, prepared.generation == generation {
            self.prepared = nil
            return
        }
        guard let undo, undo.generation == generation else { throw ScenarioRefusal.notCommitted(generation) }
        let record = JournalRecord(
            .scenarioRolledBack, details: [JournalDetail("generation", .number(Int64(clamping: generation)))])
        try await swap(to: undo.device, record, on: connection)
        current = undo.previous
        self.undo = nil
    }

    /// Returns to the scenario that was loaded last, else to the world that the daemon was started with, or to nothing at all.
    func reset(isEmpty: Bool, on connection: Connection) async throws {
        await turn.take()
        defer { turn.leave() }
        if !isEmpty, let scenario = store.device.state.scenario {
            let record = JournalRecord(.deviceReset, details: [JournalDetail("empty", .flag(false))])
            return try await swap(to: beginning(of: scenario), record, on: connection)
        }
        // What is not stored is that of a fresh device; what is, the reducer decides.
        var fresh = DeviceSnapshot(state: store.device.state)
        fresh.clock = clockKeeper.baseline
        try await swap(to: fresh, by: [.developer(.reset), .device(.reset(isEmpty: isEmpty))], on: connection)
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
        scenario.unanswered = Scenario.Unanswered(rawValue: device.unanswered.rawValue) ?? .agent
        scenario.answers = device.answers.compactMap { answer in
            Scenario.Prompt(rawValue: answer.prompt.rawValue).map {
                Scenario.Answer(
                    $0, answer.answer.journalText, application: answer.application?.text, provider: answer.provider,
                    delay: answer.delay, times: answer.times == 0 ? 0 : answer.times - min(answer.used, answer.times - 1))
            }
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
        var generator = SystemRandomNumberGenerator()
        return try DeviceSnapshot(
            scenario, machine: clockKeeper.clock.machineMicroseconds() / 1_000,
            seed: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }, trust: store.device.state.trust)
    }

    private func swap(to new: DeviceSnapshot, _ record: JournalRecord, on connection: Connection) async throws {
        try await swap(to: new, by: [.device(.replaced(by: new.state, record))], on: connection)
    }

    /// One step for everybody: no request moves meanwhile, and calls are answered from what was before or from what is then.
    private func swap(to new: DeviceSnapshot, by events: [StateEvent], on connection: Connection) async throws {
        let (store, faults, clockKeeper) = (store, faults, clockKeeper)
        let announcements = try await driver.swap(
            RequestDriver.Swap(answers: new.answers, unanswered: new.unanswered) {
                try await store.swap(
                    events, clock: StoredClock(setting: new.clock, start: clockKeeper.start), on: connection
                ) {
                    clockKeeper.swap(to: new.clock)
                    faults.replace(by: new.faults, seed: new.state.scenario?.seed)
                }
            })
        await publisher.publish(announcements, on: connection)
    }
}

/// Why a scenario is neither swapped in nor taken back.
enum ScenarioRefusal: Error, Equatable, CustomStringConvertible {
    /// No scenario was prepared under this number, or another one since.
    case notPrepared(UInt64)
    /// It is not the one that was swapped in last.
    case notCommitted(UInt64)

    var description: String {
        switch self {
        case .notPrepared(let generation): "no scenario is prepared as generation \(generation)"
        case .notCommitted(let generation): "generation \(generation) is not the scenario that was loaded last"
        }
    }
}
