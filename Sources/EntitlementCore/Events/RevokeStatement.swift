import TVWorld

/// Takes a software statement back: `DELETE /admin/v1/statements/{id}`.
public struct RevokeStatement: EntitlementEvent {
    /// Nothing; a statement that was revoked before is answered alike.
    public typealias Answer = Void

    public static let journalEvent = JournalEvent.statementRevoked

    /// The statement's identifier.
    public var id: String

    /// A statement to take back.
    public init(id: String) {
        self.id = id
    }

    public var journalDetails: [String: String] { ["statement": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        guard var statement = state.statements[id] else { throw .notFound("Statement \(quoted(id)) is unknown.") }
        guard !statement.isRevoked else { return Decision(()) }
        statement.isRevoked = true
        return Decision((), changes: [.saveStatement(statement)])
    }
}
