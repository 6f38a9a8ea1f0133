import TVWorld

/// Issues a software statement: `POST /admin/v1/statements`.
public struct IssueStatement: EntitlementEvent {
    public static let journalEvent = JournalEvent.statementIssued

    /// The signed statement.
    public var statement: SoftwareStatement

    /// Creates the event for a signed statement.
    public init(_ statement: SoftwareStatement) {
        self.statement = statement
    }

    public var journalDetails: [String: String] {
        ["statement": statement.id, "requestor": statement.requestors.joined(separator: ",")]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<SoftwareStatement> {
        for requestor in statement.requestors { _ = try state.knownRequestor(requestor) }
        return Decision(statement, changes: [.save(statement)])
    }
}
