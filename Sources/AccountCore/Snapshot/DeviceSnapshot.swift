import TVWorld

/// Everything on the device that a scenario, a snapshot or a reset replaces, at one moment.
///
/// Keys, the journal, agents and open requests are not included; they are not affected.
public struct DeviceSnapshot: Sendable, Equatable {
    /// The stored state.
    public var state: DeviceState
    /// The faults with their effects so far.
    public var faults: FaultTable
    /// The queued answers, oldest first.
    public var answers: [ScriptedAnswer]
    /// The policy for prompts without a queued answer.
    public var unanswered: UnansweredPolicy
    /// The setting of the clock.
    public var clock: ClockSetting

    /// Creates a snapshot.
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

    /// Creates the initial state of a scenario.
    ///
    /// - Parameters:
    ///   - machine: The start of the scenario by the machine's clock, in Unix milliseconds.
    ///   - seed: Random bytes for `verification-data`.
    /// - Throws: `InvalidInput` with the field.
    public init(_ scenario: Scenario, machine: Int64, seed: [UInt8]) throws(InvalidInput) {
        let now = scenario.deviceClock.time(machine: machine)
        guard ClockSetting.representable.contains(now) else {
            throw InvalidInput(field: "clock.device.offset", message: "must result in a time in the years 1 to 9979")
        }
        var faults = FaultTable()
        for fault in scenario.faults where fault.point.side == .device {
            // A scenario contains no two faults with the same name, and no more than the table can hold.
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
            state: try DeviceState(scenario, now: now / 1_000, seed: seed), faults: faults, answers: answers,
            unanswered: scenario.unanswered, clock: scenario.deviceClock)
    }
}
