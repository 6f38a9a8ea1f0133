import ServiceAccess

/// Requests the service's authentication token and the user metadata, and stores both. Makes the service create the token first
/// if it has none.
///
/// The metadata is requested at the same time if there is certainly a token, and otherwise after it.
struct TokenRequest: Procedure {
    let provider: ProviderConfiguration
    let source: Session.Source
    /// The expiration dates, by MVPD, of tokens that existed before and are not wanted.
    var formerTokens: [String: Int64] = [:]
    /// Whether the token of another MVPD of the same service is accepted: on a second screen the user may change the selection.
    var mayBeAnother = false
    /// The sign-in to the system account that the token was exchanged for.
    var signIn: AccountSignIn?
    /// The request with which the service creates the token; nil as soon as it has it.
    var creation: ServiceRequest?
    var session: Session?
    var metadata: ServiceOutcome?
    var isDegraded = false
    /// Whether an AuthNAll rule created the token, which is valid as long as the rule is active.
    var isRulesToken = false

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.service(.answer(let answer))) where creation != nil && answer.isSuccess:
            creation = nil
            return requestToken(machine)
        case .child(.service(let outcome)) where creation != nil:
            return .finished(.exchange(ExchangeOutcome(without: outcome)))
        case .child(.service(let outcome)): return gotToken(outcome, &machine)
        case .child(.userMetadata(let outcome)):
            metadata = outcome
            return finish(&machine)
        default:
            if let creation { return .calling(creation) }
            return requestToken(machine)
        }
    }

    /// Whether there is certainly a token: the service has just created it for the platform's login.
    private var isIssued: Bool { source == .apple }

    private func requestToken(_ machine: EntitlementMachine) -> Progress {
        let token = ServiceRequest(machine.apiRequest("/api/v1/tokens/authn", mvpd: provider.id))
        return isIssued ? .calling([token, UserMetadataRequest(mvpd: provider.id)]) : .calling(token)
    }

    /// Stores the token once the metadata has arrived, too.
    private func finish(_ machine: inout EntitlementMachine) -> Progress {
        guard var session, let metadata else { return .waiting }
        // According to the service, the token belongs to another device: it is discarded.
        if case .otherDevice = metadata { return .finished(.exchange(ExchangeOutcome(without: metadata))) }
        // The login is valid without metadata, which is requested again when the app needs it.
        if case .answer(let answer) = metadata { session.takeMetadata(from: answer) }
        if session.source == .degraded, !isRulesToken, session.isMarkedRegular { session.source = .regular }
        machine.keep(session)
        return .finished(.exchange(isDegraded ? .degraded(session) : .stored(session)))
    }

    private mutating func gotToken(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        guard case .answer(let answer) = outcome, answer.isSuccess, let json = answer.json,
            let expires = json["expires"]?.integer
        else { return .finished(.exchange(ExchangeOutcome(without: outcome))) }
        let mvpd = json["mvpd"]?.text ?? provider.id
        guard isWanted(mvpd, machine), formerTokens[mvpd] != expires else {
            return .finished(.exchange(.refused("The service has another token.")))
        }
        // The rule was activated after the configuration was read.
        isDegraded = json["degradation"]?.text == "authn-all"
        isRulesToken = json["type"]?.text == "degraded"
        if isRulesToken { machine.noteDegradation(of: mvpd) }
        let isPass = machine.configuration?.provider(id: mvpd)?.isTemporaryPass == true
        session = Session(
            requestor: machine.requestor ?? "", mvpd: mvpd, userID: json["userId"]?.text ?? "", expires: expires,
            deviceID: machine.storage.deviceID, source: isRulesToken ? .degraded : isPass ? .temporaryPass : source,
            storedAt: machine.now, service: provider.service == machine.storage.service ? nil : provider.service,
            signIn: isRulesToken ? nil : signIn)
        return isIssued ? finish(&machine) : .calling(UserMetadataRequest(mvpd: mvpd))
    }

    /// Whether the token of an MVPD is the requested one.
    private func isWanted(_ mvpd: String, _ machine: EntitlementMachine) -> Bool {
        mvpd == provider.id || mayBeAnother && machine.configuration?.provider(id: mvpd)?.service == provider.service
    }
}

extension Session {
    /// Whether the user metadata show a login at the provider: the service keeps a valid one while an AuthNAll rule is active,
    /// and it outlives the rule. The platform's login is exchanged anew after the rule, because only the account knows whose
    /// login it is.
    fileprivate var isMarkedRegular: Bool {
        metadata.map { !$0.isEmpty && $0["tokenSource"]?.text != "Apple" } ?? false
    }
}

/// Requests the user metadata of a token.
struct UserMetadataRequest: Procedure {
    let mvpd: String

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.service(let outcome)) = input else {
            return .calling(ServiceRequest(machine.apiRequest("/api/v1/tokens/usermetadata", mvpd: mvpd)))
        }
        return .finished(.userMetadata(outcome))
    }
}

extension Session {
    /// Takes the metadata from an answer of `GET /api/v1/tokens/usermetadata`: none for 404.
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
