/// Returns to the baseline: `POST /admin/v1/reset`. Keys, statements, clients and trust in providers stay.
public struct ResetService: EntitlementEvent {
    /// Nothing.
    public typealias Answer = Void

    public static let journalEvent = JournalEvent.reset

    /// A reset.
    public init() {}

    public var journalDetails: [String: String] { [:] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        Decision((), changes: [.returnToBaseline])
    }
}
