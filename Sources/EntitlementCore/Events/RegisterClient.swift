import TVWorld

/// Registers an app: REST `POST /o/client/register`.
public struct RegisterClient: EntitlementEvent {
    public var journalEvent: JournalEvent { .clientRegistered }

    /// The `software_id` of the statement, whose signature was verified.
    public var statement: String
    /// The app's redirect URL, if it sent one.
    public var redirectURI: String?
    /// The new client's identifier.
    public var clientID: String
    /// The SHA-256 of the new client's secret.
    public var secretDigest: [UInt8]

    /// Creates a registration with a statement whose signature was verified.
    public init(statement: String, redirectURI: String?, clientID: String, secretDigest: [UInt8]) {
        self.statement = statement
        self.redirectURI = redirectURI
        self.clientID = clientID
        self.secretDigest = secretDigest
    }

    public var journalDetails: [String: String] { ["statement": statement] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<ClientRegistration> {
        guard let statement = state.statements[statement] else {
            throw Refusal(registration: .invalidSoftwareStatement, "The software statement was not issued by this service.")
        }
        guard !statement.isRevoked else {
            throw Refusal(registration: .unapprovedSoftwareStatement, "The software statement was revoked.")
        }
        if let redirectURI, !accepts(redirectURI, statement, state) {
            throw Refusal(
                registration: .invalidRedirectURI,
                "redirect_uri takes URLs of the schemes \(statement.schemes.joined(separator: ", ")) and https URLs of the "
                    + "requestor's domains.")
        }
        let client = ClientRegistration(
            id: clientID, secretDigest: secretDigest, statement: statement.id, redirectURIs: redirectURI.map { [$0] } ?? [],
            issuedAt: context.seconds)
        return Decision(client, changes: [.save(client)])
    }

    private func accepts(_ uri: String, _ statement: SoftwareStatement, _ state: EntitlementState) -> Bool {
        let requestors = state.world.requestors.filter { statement.covers(requestor: $0.id) }
        let domains = statement.domains ?? requestors.flatMap(\.domains)
        return ReturnAddresses(schemes: statement.schemes, domains: domains, takesPlainHTTP: false).accept(uri)
    }
}
