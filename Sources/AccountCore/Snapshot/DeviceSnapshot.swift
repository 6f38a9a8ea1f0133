import TVWorld

/// All of the device that a scenario, a snapshot or a reset replaces, at one moment.
///
/// Keys, the journal, agents and open requests are not in it: they go on as they are.
public struct DeviceSnapshot: Sendable, Equatable {
    /// What is stored.
    public var state: DeviceState
    /// What goes wrong on demand, with what it has done.
    public var faults: FaultTable
    /// The queued answers, the oldest first.
    public var answers: [ScriptedAnswer]
    /// What becomes of prompts without one.
    public var unanswered: UnansweredPolicy
    /// What is done to the machine's time.
    public var clock: ClockSetting

    /// A device at one moment.
    public init(
        state: DeviceState, faults: FaultTable = FaultTable(), answers: [ScriptedAnswer] = [],
        unanswered: UnansweredPolicy = .agent, clock: ClockSetting = .real
    ) {
        self.state = state
        self.faults = faults
        self.answers = answers
        self.unanswered = unanswered
        self.clock = clock
    }

    /// The device as a scenario begins.
    ///
    /// - Parameters:
    ///   - machine: When it begins, by the machine's clock, in Unix milliseconds.
    ///   - seed: Random bytes for `verification-data`.
    ///   - trust: The trusted service, of which no scenario says anything.
    /// - Throws: `InvalidInput` that names the field.
    public init(
        _ scenario: Scenario, machine: Int64, seed: [UInt8], trust: ServiceTrust?
    ) throws(InvalidInput) {
        let now = scenario.deviceClock.time(machine: machine)
        var faults = FaultTable()
        for fault in scenario.faults where fault.point.side == .device {
            try InvalidInput.check(fault)
            // A scenario has no two faults of one name, and no more than there is room for.
            try? faults.add(fault, now: now)
        }
        var answers: [ScriptedAnswer] = []
        for answer in scenario.answers {
            let application: ApplicationID? = if let id = answer.application { try ApplicationID(id) } else { nil }
            answers.append(
                try ScriptedAnswer(
                    prompt: answer.prompt, answer: answer.answer, application: application, provider: answer.provider,
                    delay: answer.delay, times: answer.times))
        }
        self.init(
            state: try DeviceState(scenario, now: now / 1_000, seed: seed, trust: trust), faults: faults, answers: answers,
            unanswered: scenario.unanswered, clock: scenario.deviceClock)
    }
}
