import TVWorld

/// Removes a degradation rule: `DELETE /admin/v1/degradation-rules/{id}`. Authorizations by the rule expire with it.
public struct RemoveDegradationRule: EntitlementEvent {
    public static let journalEvent = JournalEvent.degradationRuleRemoved

    /// The rule's identifier.
    public var id: String

    /// Creates a removal.
    public init(id: String) {
        self.id = id
    }

    public var journalDetails: [String: String] { ["rule": id] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Void> {
        guard state.degradationRules[id: id] != nil else { throw .notFound("Degradation rule \(quoted(id)) is unknown.") }
        return Decision((), changes: [.remove(DegradationRule.self, id)])
    }
}
