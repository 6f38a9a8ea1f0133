import TVWorld

/// Resets the service to the baseline: `POST /admin/v1/reset`. Keys, statements, clients and trust in providers are kept.
public struct ResetService: EntitlementEvent {
    public static let journalEvent = JournalEvent.reset

    /// The new setting of the clock; nil: not stored.
    public var clock: ClockRecord?

    /// Creates a reset.
    public init(clock: ClockRecord? = nil) {
        self.clock = clock
    }

    public var journalDetails: [String: String] { [:] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        // Changes to a scenario's applications are also undone; all other statements are kept.
        let applications = state.configuration.scenario?.scenario.applications ?? []
        let statements = applications.compactMap { application -> SoftwareStatement? in
            guard var statement = state.statements[application.id], statement.isRevoked != application.isRevoked else {
                return nil
            }
            statement.isRevoked = application.isRevoked
            return statement
        }
        return Decision(
            (), changes: [.returnToBaseline] + statements.map { .save($0) } + (clock.map { [.save($0)] } ?? []))
    }
}
