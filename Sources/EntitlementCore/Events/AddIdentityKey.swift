import TVWorld

/// Registers a key for the tokens of shared identities: `POST /admin/v1/identity-keys`.
public struct AddIdentityKey: EntitlementEvent {
    /// The key; a known one is returned unchanged.
    public typealias Answer = IdentityKey

    public static let journalEvent = JournalEvent.identityKeyAdded

    /// The key.
    public var key: IdentityKey

    /// Creates a key to register.
    public init(_ key: IdentityKey) {
        self.key = key
    }

    public var journalDetails: [String: String] {
        ["requestor": key.requestor ?? "", "kind": key.kind.rawValue, "key": key.keyID, "issuer": key.issuer]
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        if let requestor = key.requestor { _ = try state.knownRequestor(requestor) }
        let known = state.configuration.identityKeys(key.kind, of: key.requestor)
        if let same = known.first(where: { $0.keyID == key.keyID }) {
            guard same.pem == key.pem, same.issuer == key.issuer else {
                throw Refusal(409, .badRequest, "Another key has the identifier \(quoted(key.keyID)); remove it first.")
            }
            return Decision(same)
        }
        guard known.count < IdentityKey.limit else {
            throw Refusal(409, .badRequest, "There are \(IdentityKey.limit) such keys already; remove one.")
        }
        return Decision(key, changes: [.save(key)])
    }
}
