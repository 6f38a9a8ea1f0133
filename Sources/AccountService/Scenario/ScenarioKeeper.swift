import AccountCore
import DBus
import TVWorld

/// Loads scenarios into the device in two steps, so that device and service can change together or not at all: one is prepared,
/// then it is swapped in, and it can be taken back.
actor ScenarioKeeper {
    /// All that a scenario decides, as it was before.
    private struct Situation: Sendable {
        var state: DeviceState
        var faults: [Fault]
        var answers: [ScriptedAnswer]
        var unanswered: UnansweredPolicy
        var clock: ClockSetting
    }

    private let store: DeviceStore
    private let publisher: Publisher
    private let faults: Faults
    private let clockKeeper: ClockKeeper
    private let driver: RequestDriver
    private var lastGeneration: UInt64 = 0
    private var current: UInt64 = 0
    private var prepared: (generation: UInt64, scenario: Scenario)?
    private var undo: (generation: UInt64, previous: UInt64, situation: Situation)?

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
    func prepare(_ document: String) throws -> UInt64 {
        let scenario: Scenario
        do throws(ScenarioError) { scenario = try Scenario(document: Array(document.utf8)) } catch {
            throw InvalidInput(field: "document", message: error.description)
        }
        _ = try DeviceState(scenario, now: 0, seed: [], trust: nil)
        _ = try Self.answers(of: scenario)
        for fault in Self.faults(of: scenario) { try fault.checkForDevice() }
        lastGeneration += 1
        prepared = (lastGeneration, scenario)
        return lastGeneration
    }

    /// Swaps a prepared scenario in. It is what resets return to from now on.
    ///
    /// - Returns: The generation before.
    /// - Throws: `ScenarioRefusal`, `StoreError`.
    func commit(_ generation: UInt64, on connection: Connection) async throws -> UInt64 {
        guard let prepared, prepared.generation == generation else { throw ScenarioRefusal.notPrepared(generation) }
        let situation = await situation()
        let previous = current
        let record = JournalRecord(
            .scenarioLoaded,
            details: [
                JournalDetail("name", prepared.scenario.name),
                JournalDetail("generation", .number(Int64(clamping: generation))),
            ])
        try await apply(prepared.scenario, record, on: connection)
        self.prepared = nil
        undo = (generation, previous, situation)
        current = generation
        return previous
    }

    /// Takes the scenario back that was swapped in last.
    ///
    /// - Throws: `ScenarioRefusal`, `StoreError`.
    func rollBack(_ generation: UInt64, on connection: Connection) async throws {
        if let prepared, prepared.generation == generation {
            self.prepared = nil
            return
        }
        guard let undo, undo.generation == generation else { throw ScenarioRefusal.notCommitted(generation) }
        let old = undo.situation
        let record = JournalRecord(
            .scenarioRolledBack, details: [JournalDetail("generation", .number(Int64(clamping: generation)))])
        let announcements = try await store.perform(.replaced(by: old.state, record))
        try faults.replace(by: old.faults, seed: old.state.scenario?.seed)
        await driver.replaceAnswers(old.answers, unanswered: old.unanswered)
        await clockKeeper.setBaseline(old.state.scenario?.deviceClock)
        try await clockKeeper.change { _, _ in old.clock }
        await publisher.publish(announcements, on: connection)
        current = undo.previous
        self.undo = nil
    }

    /// Returns to the scenario that was loaded last.
    ///
    /// - Returns: Whether there is one.
    func reset(on connection: Connection) async throws -> Bool {
        guard let scenario = store.device.state.scenario else { return false }
        let record = JournalRecord(.deviceReset, details: [JournalDetail("empty", .flag(false))])
        try await apply(scenario, record, on: connection)
        return true
    }

    /// The live state as a scenario's document.
    func export() async -> String {
        var scenario = store.device.state.described(now: clockKeeper.clock.seconds())
        scenario.deviceClock = clockKeeper.clock.setting
        let situation = await situation()
        scenario.faults = situation.faults + scenario.faults.filter { $0.point.side == .service }
        scenario.unanswered = Scenario.Unanswered(rawValue: situation.unanswered.rawValue) ?? .agent
        scenario.answers = situation.answers.compactMap { answer in
            Scenario.Prompt(rawValue: answer.prompt.rawValue).map {
                Scenario.Answer(
                    $0, answer.answer.journalText, application: answer.application?.text, provider: answer.provider,
                    delay: answer.delay, times: answer.times == 0 ? 0 : answer.times - min(answer.used, answer.times - 1))
            }
        }
        return scenario.document.serialized
    }

    private func situation() async -> Situation {
        Situation(
            state: store.device.state, faults: faults.all.filter { !$0.isUsedUp }.map(\.entry.fault),
            answers: await driver.answers, unanswered: await driver.unanswered, clock: clockKeeper.clock.setting)
    }

    /// The state first, since it can fail; then what is kept in memory, and the bus is told.
    private func apply(_ scenario: Scenario, _ record: JournalRecord, on connection: Connection) async throws {
        let machine = clockKeeper.clock.machineMicroseconds() / 1_000
        var generator = SystemRandomNumberGenerator()
        let state = try DeviceState(
            scenario, now: scenario.deviceClock.time(machine: machine) / 1_000,
            seed: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }, trust: store.device.state.trust)
        let announcements = try await store.perform(.replaced(by: state, record))
        try faults.replace(by: Self.faults(of: scenario), seed: scenario.seed)
        await driver.replaceAnswers(
            try Self.answers(of: scenario), unanswered: UnansweredPolicy(rawValue: scenario.unanswered.rawValue) ?? .agent)
        await clockKeeper.setBaseline(scenario.deviceClock)
        try await clockKeeper.change { _, _ in scenario.deviceClock }
        await publisher.publish(announcements, on: connection)
    }

    private static func faults(of scenario: Scenario) -> [Fault] { scenario.faults.filter { $0.point.side == .device } }

    private static func answers(of scenario: Scenario) throws -> [ScriptedAnswer] {
        try scenario.answers.compactMap { answer in
            try PromptKind(rawValue: answer.prompt.rawValue).map {
                try ScriptedAnswer(
                    prompt: $0, answer: answer.answer, application: answer.application.map { try ApplicationID($0) },
                    provider: answer.provider, delay: answer.delay, times: answer.times)
            }
        }
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
