import ServiceAccess

/// A request for the service's authentication token and the user metadata, both of which are stored.
struct TokenRequest: Sendable {
    let provider: ProviderConfiguration
    let source: Session.Source
    /// The expiration dates, by MVPD, of tokens that existed before and are not wanted.
    var formerTokens: [String: Int64] = [:]
    /// Whether the token of another MVPD of the same service is accepted: on a second screen the user may change the selection.
    var mayBeAnother = false
    /// The sign-in to the system account that the token was exchanged for.
    var signIn: AccountSignIn?
    /// The request that makes the service create the token; nil if the service already has it.
    var creation: HTTPRequest?
}

/// A token that the service has issued.
private struct IssuedToken: Sendable {
    let session: Session
    let isDegraded: Bool
    /// Whether an AuthNAll rule created the token, which is valid as long as the rule is active.
    let isRulesToken: Bool
}

/// The answers to the requests for a token and its metadata.
private struct TokenAnswers: Sendable {
    var token: Result<IssuedToken, ExchangeOutcome>?
    var metadata: ServiceOutcome?

    /// Whether both have arrived, or there is no token.
    var isComplete: Bool {
        if case .failure = token { true } else { token != nil && metadata != nil }
    }
}

extension EntitlementMachine {
    /// Requests a token and its metadata, and stores both. Makes the service create the token first if it has none.
    mutating func fetch(_ request: TokenRequest, then next: @escaping Continuation<ExchangeOutcome>) {
        guard let creation = request.creation else { return fetchCreated(request, then: next) }
        requestService(creation) { outcome, machine in
            guard case .answer(let answer) = outcome, answer.isSuccess else {
                return next(ExchangeOutcome(without: outcome), &machine)
            }
            machine.fetchCreated(request, then: next)
        }
    }

    private mutating func fetchCreated(_ request: TokenRequest, then next: @escaping Continuation<ExchangeOutcome>) {
        // The service has just created a token for the platform's login, so both can be requested at the same time.
        if request.source == .apple {
            let steps: [ConcurrentStep<TokenAnswers>] = [
                { machine, report in
                    machine.requestToken(request) { token, machine in report({ $0.token = token }, &machine) }
                },
                { machine, report in
                    machine.requestUserMetadata(mvpd: request.provider.id) { outcome, machine in
                        report({ $0.metadata = outcome }, &machine)
                    }
                },
            ]
            return runTogether(TokenAnswers(), steps, until: \.isComplete) { $1.keep($0, then: next) }
        }
        requestToken(request) { token, machine in
            guard case .success(let issued) = token else { return machine.keep(TokenAnswers(token: token), then: next) }
            machine.requestUserMetadata(mvpd: issued.session.mvpd) {
                $1.keep(TokenAnswers(token: token, metadata: $0), then: next)
            }
        }
    }

    /// Stores the token with the metadata.
    private mutating func keep(_ answers: TokenAnswers, then next: @escaping Continuation<ExchangeOutcome>) {
        let issued: IssuedToken
        switch answers.token {
        case .success(let token)?: issued = token
        case .failure(let outcome)?: return next(outcome, &self)
        case nil: return
        }
        var session = issued.session
        switch answers.metadata {
        // According to the service, the token belongs to another device: it is discarded.
        case .otherDevice(let answer)?: return next(.failed(.otherDevice(answer)), &self)
        case .answer(let answer)?: session.takeMetadata(from: answer)
        // The login is valid without metadata, which is requested again when the app needs it.
        default: break
        }
        if session.source == .degraded, !issued.isRulesToken, session.isMarkedRegular { session.source = .regular }
        keep(session)
        next(issued.isDegraded ? .degraded(session) : .stored(session), &self)
    }

    private mutating func requestToken(
        _ request: TokenRequest, then next: @escaping Continuation<Result<IssuedToken, ExchangeOutcome>>
    ) {
        requestService(apiRequest("/api/v1/tokens/authn", mvpd: request.provider.id)) { outcome, machine in
            next(machine.token(in: outcome, for: request), &machine)
        }
    }

    private mutating func token(
        in outcome: ServiceOutcome, for request: TokenRequest
    ) -> Result<IssuedToken, ExchangeOutcome> {
        guard case .answer(let answer) = outcome, answer.isSuccess, let json = answer.json,
            let expires = json["expires"]?.integer
        else { return .failure(ExchangeOutcome(without: outcome)) }
        let provider = request.provider
        let mvpd = json["mvpd"]?.text ?? provider.id
        let isWanted =
            mvpd == provider.id || request.mayBeAnother && configuration?.provider(id: mvpd)?.service == provider.service
        guard isWanted, request.formerTokens[mvpd] != expires else {
            return .failure(.refused("The service has another token."))
        }
        // The rule was activated after the configuration was read.
        let isRulesToken = json["type"]?.text == "degraded"
        if isRulesToken { noteDegradation(of: mvpd) }
        let isPass = configuration?.provider(id: mvpd)?.isTemporaryPass == true
        let session = Session(
            requestor: requestor ?? "", mvpd: mvpd, userID: json["userId"]?.text ?? "", expires: expires,
            deviceID: storage.deviceID, source: isRulesToken ? .degraded : isPass ? .temporaryPass : request.source,
            storedAt: now, service: provider.service == storage.service ? nil : provider.service,
            signIn: isRulesToken ? nil : request.signIn)
        let isDegraded = json["degradation"]?.text == "authn-all"
        return .success(IssuedToken(session: session, isDegraded: isDegraded, isRulesToken: isRulesToken))
    }

    /// Requests the user metadata of a token.
    mutating func requestUserMetadata(mvpd: String, then next: @escaping Continuation<ServiceOutcome>) {
        requestService(apiRequest("/api/v1/tokens/usermetadata", mvpd: mvpd), then: next)
    }
}

extension Session {
    /// Whether the user metadata shows a login at the provider: the service keeps a valid one while an AuthNAll rule is active,
    /// and it outlives the rule. The platform's login is exchanged again after the rule, because only the account knows whose
    /// login it is.
    fileprivate var isMarkedRegular: Bool {
        metadata.map { !$0.isEmpty && $0["tokenSource"]?.text != "Apple" } ?? false
    }

    /// Reads the metadata in an answer of `GET /api/v1/tokens/usermetadata`: none for 404.
    ///
    /// - Returns: Whether the answer is usable.
    @discardableResult
    mutating func takeMetadata(from answer: HTTPAnswer) -> Bool {
        let json = answer.isSuccess ? answer.json : nil
        guard let data = answer.status == 404 ? [:] : json?["data"]?.object else { return false }
        metadata = data
        encryptedFields = json?["encrypted"]?.texts ?? []
        isMetadataOld = false
        return true
    }
}
