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
}

extension EntitlementEvent where Self == PlainEvent<ClientRegistration> {
    /// Registers an app: REST `POST /o/client/register`.
    ///
    /// - Parameters:
    ///   - statement: The `software_id` of the statement, whose signature was verified.
    ///   - redirectURI: The app's redirect URL, if it sent one.
    ///   - clientID: The new client's identifier.
    ///   - secretDigest: The SHA-256 of the new client's secret.
    public static func registerClient(
        statement: String, redirectURI: String?, clientID: String, secretDigest: [UInt8]
    ) -> Self {
        Self(.clientRegistered, ["statement": statement]) { (state, context) throws(Refusal) in
            guard let statement = state.statements[statement] else {
                throw Refusal(registration: .invalidSoftwareStatement, "The software statement was not issued by this service.")
            }
            guard !statement.isRevoked else {
                throw Refusal(registration: .unapprovedSoftwareStatement, "The software statement was revoked.")
            }
            if let redirectURI, !state.accepts(redirectURI, statement) {
                throw Refusal(
                    registration: .invalidRedirectURI,
                    "redirect_uri takes URLs of the schemes \(statement.schemes.joined(separator: ", ")) and https URLs of the "
                        + "requestor's domains, up to \(ReturnAddresses.limit) bytes.")
            }
            let client = ClientRegistration(
                id: clientID, secretDigest: secretDigest, statement: statement.id,
                redirectURIs: redirectURI.map { [$0] } ?? [], issuedAt: context.seconds)
            return Decision(client, changes: [.save(client)])
        }
    }
}

extension EntitlementState {
    fileprivate func accepts(_ redirectURI: String, _ statement: SoftwareStatement) -> Bool {
        let requestors = world.requestors.filter { statement.covers(requestor: $0.id) }
        let domains = statement.domains ?? requestors.flatMap(\.domains)
        return ReturnAddresses(schemes: statement.schemes, domains: domains, takesPlainHTTP: false).accept(redirectURI)
    }
}
