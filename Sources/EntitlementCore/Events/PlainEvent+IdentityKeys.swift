import TVWorld

extension EntitlementEvent where Self == PlainEvent<IdentityKey> {
    /// Registers a key for the tokens of shared identities: `POST /admin/v1/identity-keys`. A known one is returned unchanged.
    ///
    /// - Parameter requestor: The requestor whose tokens it verifies; nil for a platform's key.
    public static func addIdentityKey(
        _ kind: SharedIdentity.Kind, of requestor: String?, keyID: String, issuer: String, algorithm: IdentityKey.Algorithm,
        pem: String
    ) -> Self {
        let details = ["requestor": requestor ?? "", "kind": kind.rawValue, "key": keyID, "issuer": issuer]
        return Self(.identityKeyAdded, details) { (state, context) throws(Refusal) in
            if let requestor { _ = try state.knownRequestor(requestor) }
            let known = state.configuration.identityKeys(kind, of: requestor)
            if let same = known.first(where: { $0.keyID == keyID }) {
                guard same.pem == pem, same.issuer == issuer else {
                    throw Refusal(409, .badRequest, "Another key has the identifier \(quoted(keyID)); remove it first.")
                }
                return Decision(same)
            }
            guard known.count < IdentityKey.limit else {
                throw Refusal(409, .badRequest, "There are \(IdentityKey.limit) such keys already; remove one.")
            }
            let key = IdentityKey(
                id: context.random.uuid(), kind: kind, requestor: requestor, keyID: keyID, issuer: issuer,
                algorithm: algorithm, pem: pem, createdAt: context.now)
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
