import TVWorld

extension EntitlementEvent where Self == PlainEvent<IdentityKey> {
    /// Registers a key for the tokens of shared identities: `POST /admin/v1/identity-keys`. A known one is returned unchanged.
    public static func addIdentityKey(_ key: IdentityKey) -> Self {
        let details = ["requestor": key.requestor ?? "", "kind": key.kind.rawValue, "key": key.keyID, "issuer": key.issuer]
        return Self(.identityKeyAdded, details) { (state, _) throws(Refusal) in
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
}

extension EntitlementEvent where Self == PlainEvent<Void> {
    /// Removes a key for the tokens of shared identities; its tokens are ignored from then on:
    /// `DELETE /admin/v1/identity-keys/{id}`.
    public static func removeIdentityKey(id: String) -> Self {
        Self(.identityKeyRemoved, ["key": id]) { (state, _) throws(Refusal) in
            guard state.configuration.identityKeys[id] != nil else {
                throw Refusal.notFound("Identity key \(quoted(id)) is unknown.")
            }
            return Decision((), changes: [.remove(IdentityKey.self, id)])
        }
    }
}
