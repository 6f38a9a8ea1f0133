import TVWorld

/// Removes a key for the tokens of shared identities; its tokens are ignored from then on: `DELETE /admin/v1/identity-keys/{id}`.
public struct RemoveIdentityKey: EntitlementEvent {
    public static let journalEvent = JournalEvent.identityKeyRemoved

    /// The key's identifier.
    public var id: String

    /// Creates a removal.
    public init(id: String) {
        self.id = id
    }

    public var journalDetails: [String: String] { ["key": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        guard state.configuration.identityKeys[id] != nil else { throw .notFound("Identity key \(quoted(id)) is unknown.") }
        return Decision((), changes: [.remove(IdentityKey.self, id)])
    }
}
