import TVWorld

/// Makes a scenario the service's state and baseline: `PUT /admin/v1/scenario`. Keys, clients, trust and
/// the statements of other applications are kept.
public struct LoadScenario: EntitlementEvent {
    public static let journalEvent = JournalEvent.scenarioLoaded

    /// The scenario.
    public var loaded: LoadedScenario
    /// The statements of its applications, already signed.
    public var statements: [SoftwareStatement]
    /// The new setting of the clock; nil: not stored.
    public var clock: ClockRecord?

    /// Creates a scenario whose applications have statements.
    public init(_ loaded: LoadedScenario, statements: [SoftwareStatement], clock: ClockRecord? = nil) {
        self.loaded = loaded
        self.clock = clock
        self.statements = statements
    }

    public var journalDetails: [String: String] {
        ["name": loaded.scenario.name, "generation": String(loaded.generation)]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        Decision(
            (), changes: [.save(loaded)] + statements.map { .save($0) } + (clock.map { [.save($0)] } ?? []))
    }
}
