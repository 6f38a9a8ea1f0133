import TVWorld

/// Revokes a software statement, unless it already is: `DELETE /admin/v1/statements/{id}`.
public struct RevokeStatement: EntitlementEvent {
    public static let journalEvent = JournalEvent.statementRevoked

    /// The statement's identifier.
    public var id: String

    /// Creates the event for a statement.
    public init(id: String) {
        self.id = id
    }

    public var journalDetails: [String: String] { ["statement": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        guard var statement = state.statements[id] else { throw .notFound("Statement \(quoted(id)) is unknown.") }
        guard !statement.isRevoked else { return Decision(()) }
        statement.isRevoked = true
        return Decision((), changes: [.save(statement)])
    }
}
