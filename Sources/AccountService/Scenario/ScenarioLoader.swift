import AccountCore
import DBus
import Encodings
import TVWorld

/// Loads scenarios and snapshots into the device, each in a single step.
struct ScenarioLoader: Sendable {
    let services: DeviceServices
    let clockController: ClockController
    let driver: RequestDriver
    let identifiers: IdentifierSource

    /// Returns the new device at the time of the call, and the events that store it.
    private typealias Change = @Sendable () throws -> (DeviceSnapshot, [DeviceEvent])

    /// Restores the parts of the loaded scenario that are kept in memory only: its faults, queued answers and the policy for
    /// prompts without one. Called before the first call.
    func resume() async {
        let state = services.device.state
        // A reset to an empty state leaves none of them.
        guard !state.isWorldEmpty, let scenario = state.scenario, let beginning = try? beginning(of: scenario) else { return }
        services.faults.replace(by: beginning.faults, seed: scenario.seed)
        await driver.withRequests { $0.replaceAnswers(by: beginning.answers, unanswered: beginning.unanswered) }
    }

    /// Checks the document of a scenario or a snapshot.
    ///
    /// - Throws: `InvalidInput` with every mistake of a scenario, or the first invalid field of a snapshot.
    func validate(_ document: String) throws { _ = try change(to: document)() }

    /// Loads a scenario, which becomes the new baseline for resets, or a snapshot.
    ///
    /// - Returns: The device before, as a snapshot's document.
    /// - Throws: `InvalidInput`, `StoreError`; nothing has changed in that case.
    func load(_ document: String, on connection: Connection) async throws -> String {
        let before = try await swap(on: connection, change(to: document))
        return before.document(baseline: services.store.baseline).serialized
    }

    /// Restores the scenario that was loaded last, or else the world with which the daemon was started, or an empty state.
    ///
    /// - Throws: `StoreError`; nothing has changed in that case.
    func reset(isEmpty: Bool, on connection: Connection) async throws {
        try await swap(on: connection) {
            let state = services.device.state
            if !isEmpty, let scenario = state.scenario {
                return try begin(scenario, JournalRecord(.deviceReset, details: [JournalDetail("empty", .flag(false))]))
            }
            // State that is not stored becomes that of a fresh device; the reducer decides about stored state.
            let fresh = DeviceSnapshot(state: state, clock: clockController.start)
            return (fresh, [.developer(.reset), .reset(isEmpty: isEmpty)])
        }
    }

    /// Returns the device as a snapshot's document.
    func save() async -> String {
        await driver.withRequests { snapshot($0) }.document(baseline: services.store.baseline).serialized
    }

    /// Returns the device as a scenario's document.
    func export() async -> String {
        let device = await driver.withRequests { snapshot($0) }
        let now = clockController.clock.milliseconds()
        var scenario = device.state.described(now: now / 1_000)
        scenario.deviceClock = device.clock
        scenario.faults = device.faults.remaining(now: now) + scenario.faults.filter { $0.point.side == .service }
        scenario.unanswered = device.unanswered
        let answers = device.answers.map { answer in
            Scenario.Answer(
                answer.prompt, answer.answer.text, application: answer.application?.text, provider: answer.provider,
                delay: answer.delay, times: answer.times == 0 ? 0 : answer.times - min(answer.used, answer.times - 1))
        }
        scenario.answers = answers.filter { $0.isKnown(in: scenario.world) }
        return scenario.document.serialized
    }

    /// Returns the change that loads a document.
    private func change(to document: String) throws(InvalidInput) -> Change {
        let value: JSON
        do throws(JSONError) { value = try JSON(parsing: Array(document.utf8)) } catch {
            throw InvalidInput(field: "document", message: "is not JSON: \(error.message)")
        }
        guard value["schema"]?.text == Scenario.documentSchema else {
            let machine = clockController.clock.machineMilliseconds()
            let snapshot = try DeviceSnapshot(document: value, baseline: services.store.baseline, machine: machine)
            return { (snapshot, [.replaced(by: snapshot.state, JournalRecord(.snapshotLoaded))]) }
        }
        let scenario: Scenario
        do throws(ScenarioError) { scenario = try Scenario(document: value) } catch {
            throw InvalidInput(field: "document", message: error.description)
        }
        return { try begin(scenario, JournalRecord(.scenarioLoaded, details: [JournalDetail("name", scenario.name)])) }
    }

    private func begin(_ scenario: Scenario, _ record: JournalRecord) throws -> (DeviceSnapshot, [DeviceEvent]) {
        let new = try beginning(of: scenario)
        return (new, [.replaced(by: new.state, record)])
    }

    /// Returns the device at this moment. Called while the device's lock is held.
    private func snapshot(_ requests: Requests) -> DeviceSnapshot {
        DeviceSnapshot(
            state: services.device.state, faults: services.faults.table, answers: requests.answers.waiting,
            unanswered: requests.unanswered,
            clock: clockController.clock.setting)
    }

    private func beginning(of scenario: Scenario) throws(InvalidInput) -> DeviceSnapshot {
        var generator = SeededGenerator(seed: scenario.seed)
        return try DeviceSnapshot(
            scenario, machine: clockController.clock.machineMilliseconds(), seed: generator.bytes(16))
    }

    /// Replaces the device in one atomic step: no request proceeds in the meantime, and each call sees either the old or the new
    /// state.
    ///
    /// - Returns: The device before.
    @discardableResult
    private func swap(on connection: Connection, _ change: @escaping Change) async throws -> DeviceSnapshot {
        let (before, announcements, changesAnswers) = try await driver.swap { driver in
            let before = snapshot(driver.requests)
            let (new, events) = try change()
            let clock = StoredClock(setting: new.clock, start: clockController.start)
            let announcements = try await services.store.swap(events, clock: clock, on: connection) {
                clockController.swap(to: new.clock)
                services.faults.replace(by: new.faults, seed: new.state.scenario?.seed)
                identifiers.begin(seed: new.state.scenario?.seed)
            }
            driver.requests.replaceAnswers(by: new.answers, unanswered: new.unanswered)
            let after = driver.requests
            let changesAnswers = before.answers != after.answers.waiting || before.unanswered != after.unanswered
            return (before, announcements, changesAnswers)
        }
        await services.notifier.publish(announcements, on: connection)
        if changesAnswers { await services.notifier.publishAnswers(on: connection) }
        return before
    }
}
