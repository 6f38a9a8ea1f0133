/// Fetches the authentication token that the service holds and the user metadata, and stores both.
struct TokenRequest: Procedure {
    private let provider: ProviderConfiguration
    private let source: Session.Source
    private var session: Session?

    init(provider: ProviderConfiguration, source: Session.Source) {
        self.provider = provider
        self.source = source
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.service(let outcome)) = input else {
            return .calling(ServiceRequest(machine.apiRequest("GET", "/api/v1/tokens/authn", mvpd: provider.id)))
        }
        if var session {
            // Without metadata the login stands; they are asked for again when the app wants them.
            if case .answer(let answer) = outcome { UserMetadata(answer)?.store(in: &session) }
            machine.keep(session)
            return .finished(.exchange(.stored(session)))
        }
        guard case .answer(let answer) = outcome, answer.isSuccess, let json = answer.json,
            let expires = json["expires"]?.integer, json["mvpd"]?.text ?? provider.id == provider.id
        else { return .finished(.exchange(ExchangeOutcome(without: outcome))) }
        session = Session(
            requestor: machine.requestor ?? "", mvpd: provider.id, userID: json["userId"]?.text ?? "", expires: expires,
            deviceID: machine.situation.deviceID, source: source, storedAt: machine.now)
        return .calling(ServiceRequest(machine.apiRequest("GET", "/api/v1/tokens/usermetadata", mvpd: provider.id)))
    }
}

/// The answer of `GET /api/v1/tokens/usermetadata`.
struct UserMetadata: Sendable, Equatable {
    let data: [String: JSONValue]
    let encryptedFields: [String]

    /// Reads an answer; 404 means that there are none. Nil when it says nothing.
    init?(_ answer: HTTPAnswer) {
        if answer.status == 404 {
            data = [:]
            encryptedFields = []
        } else {
            guard answer.isSuccess, let json = answer.json, let data = json["data"]?.object else { return nil }
            self.data = data
            encryptedFields = json["encrypted"]?.texts ?? []
        }
    }

    /// Keeps them with the session, as long as the session lives.
    func store(in session: inout Session) {
        session.metadata = data
        session.encryptedFields = encryptedFields
        session.isMetadataOld = false
    }
}
