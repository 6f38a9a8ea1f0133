import TVWorld

/// Revokes a software statement: `DELETE /admin/v1/statements/{id}`.
public struct RevokeStatement: EntitlementEvent {
    /// No result; it is the same for a statement that is already revoked.
    public typealias Answer = Void

    public static let journalEvent = JournalEvent.statementRevoked

    /// The statement's identifier.
    public var id: String

    /// Creates the event for a statement.
    public init(id: String) {
        self.id = id
    }

    public var journalDetails: [String: String] { ["statement": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard var statement = state.statements[id] else { throw .notFound("Statement \(quoted(id)) is unknown.") }
        guard !statement.isRevoked else { return Decision(()) }
        statement.isRevoked = true
        return Decision((), changes: [.save(statement)])
    }
}
