import TVWorld

extension EntitlementEvent where Self == PlainEvent<SoftwareStatement> {
    /// Issues a software statement, which is already signed: `POST /admin/v1/statements`.
    public static func issueStatement(_ statement: SoftwareStatement) -> Self {
        let details = ["statement": statement.id, "requestor": statement.requestors.joined(separator: ",")]
        return Self(.statementIssued, details) { (state, _) throws(Refusal) in
            for requestor in statement.requestors { _ = try state.knownRequestor(requestor) }
            return Decision(statement, changes: [.save(statement)])
        }
    }
}

extension EntitlementEvent where Self == PlainEvent<Void> {
    /// Revokes a software statement, unless it already is: `DELETE /admin/v1/statements/{id}`.
    public static func revokeStatement(id: String) -> Self {
        Self(.statementRevoked, ["statement": id]) { (state, _) throws(Refusal) in
            guard var statement = state.statements[id] else {
                throw Refusal.notFound("Statement \(quoted(id)) is unknown.")
            }
            guard !statement.isRevoked else { return Decision(()) }
            statement.isRevoked = true
            return Decision((), changes: [.save(statement)])
        }
    }

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
