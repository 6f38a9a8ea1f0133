import Encodings
import TVWorld

/// A request for decisions about resources, after the checks that apply to all of them.
struct ResourceRequest {
    let call: ClientCall
    let requestor: Requestor
    let provider: Provider
    /// The device's profile for the provider, which need not exist.
    let key: ProfileKey
    /// The resources without duplicates.
    let resources: [String]
    let context: DecisionContext
    /// The sign-in, or the reason why there is none.
    private let signIn: Result<AuthenticatedSession, Refusal>
    /// The sign-in, or its substitute if none is needed: for a temporary pass, or if a degradation rule decides.
    let session: AuthenticatedSession

    /// One of the resources.
    struct Item {
        /// The resource, exactly as sent by the app.
        let text: String
        /// The resource; nil if it is malformed.
        let resource: Resource?
        /// The party that decides.
        let source: ResourceDecision.Source
        /// The degradation rule that decides, if any.
        let rule: DegradationStatus.Rule?
        /// The rules, with the state after the decisions about earlier resources.
        let rules: ResourceRules
    }

    init(
        _ call: ClientCall, mvpd: String, resources: [String]?, in state: EntitlementState, _ context: DecisionContext
    ) throws(Refusal) {
        requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
        try state.check(mvpd: mvpd)
        let key = ProfileKey(owner: try state.owner(of: call, requestor), mvpd: mvpd)
        let (integration, provider) = try state.activeIntegration(requestor, mvpd: mvpd)
        guard let resources, !resources.isEmpty, resources.allSatisfy(Self.isAccepted) else {
            throw Refusal(
                400, .invalidResources,
                "The body takes a JSON object with resources, a list of identifiers without control characters: "
                    + "{\"resources\":[\"id\"]}.")
        }
        // By bytes: for Swift, different spellings of the same characters are equal.
        var seen: Set<[UInt8]> = []
        self.resources = resources.filter { seen.insert(Array($0.utf8)).inserted }
        let limit = integration.questionLimit(of: provider)
        guard seen.count <= limit else { throw .exceeded(seen.count, limit: limit, mvpd: mvpd) }
        self.call = call
        self.key = key
        self.provider = provider
        self.context = context
        signIn = Result { () throws(Refusal) in try state.signIn(key, call, provider, now: context.now) }
        if case .success(let session) = signIn {
            self.session = session
        } else {
            session = AuthenticatedSession(
                record: .substitute(
                    key, provider, sessionID: context.random.uuid(), now: context.now,
                    end: state.authenticationEnd(requestor, integration, on: call.platform, now: context.now)),
                integration: integration, provider: provider)
        }
    }

    /// Whether a resource can be decided about, and be written to a media token: XML cannot contain control characters.
    private static func isAccepted(_ resource: String) -> Bool {
        !resource.allSatisfy(\.isWhitespace) && resource.unicodeScalars.allSatisfy(XMLReference.isLegal)
    }

    /// Decides about a resource.
    ///
    /// - Parameter permit: Returns the permission, or throws the denial.
    func decide(
        _ text: String, in state: EntitlementState, permit: (Item) throws(Refusal) -> Decision<ResourceDecision>
    ) -> Decision<ResourceDecision> {
        let rules = ResourceRules(
            state: state, requestor: requestor, session: session, platform: call.platform, address: call.connection.address,
            context: context)
        let resource = Resource(text)
        let rule = rules.rule(for: resource)
        let source: ResourceDecision.Source =
            if rule != nil { .degradation } else if provider.isTemporaryPass { .temppass } else { .mvpd }
        do {
            if source == .mvpd { _ = try signIn.get() }
            return try permit(Item(text: text, resource: resource, source: source, rule: rule, rules: rules))
        } catch {
            return Decision(
                ResourceDecision(
                    resource: text, serviceProvider: requestor.id, mvpd: key.mvpd, source: source,
                    refusal: error.item),
                changes: error.changes)
        }
    }

    /// Returns a permission without times and token.
    func permission(_ item: Item) -> ResourceDecision {
        ResourceDecision(
            resource: item.text, serviceProvider: requestor.id, mvpd: key.mvpd, source: item.source,
            userID: session.record.userID)
    }

    /// Returns the valid authorization of the sign-in for a resource.
    func authorization(_ item: Item) -> ProfileAuthorization? {
        guard let record = item.rules.state.profileAuthorizations[.init(owner: key, resource: item.text)],
            record.sessionID == session.record.sessionID, context.now < record.expiresAt
        else { return nil }
        return record
    }

    /// Returns the state of the temporary pass.
    func temporaryPass(_ item: Item) throws(Refusal) -> TemporaryPassStatus {
        try item.rules.state.temporaryPass(
            requestor, provider, deviceID: key.owner.deviceID, identifiers: call.temporaryPassIdentifiers)
    }
}

extension EntitlementEvent {
    /// Decides whether resources may be played: REST v2 `POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path.
    ///   - resources: The resources; nil if the body does not contain a list of strings. The answer has one decision for each,
    ///     in the requested order, without duplicates.
    public static func authorizeResources(call: ClientCall, mvpd: String, resources: [String]?) -> Self
    where Self == PlainEvent<[ResourceDecision]> {
        Self(.resourcesAuthorized, call.journalDetails(mvpd: mvpd, resources: resources)) { (state, context) throws(Refusal) in
            let request = try ResourceRequest(call, mvpd: mvpd, resources: resources, in: state, context)
            var decision = Decision<[ResourceDecision]>([])
            for resource in request.resources {
                // The next resource is decided after this one: a promotional temporary pass counts them.
                let decided = request.decide(resource, in: state.applying(decision.changes), permit: request.authorize)
                decision.answer.append(decided.answer)
                decision.changes += decided.changes
            }
            return decision
        } outcome: { answer in
            answer.contains(where: \.isAuthorized) ? "ok" : answer.first?.refusal?.code?.rawValue ?? "ok"
        }
    }

    /// Decides which resources an app may offer: REST v2 `POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}`. It
    /// grants nothing, stores nothing, and starts no temporary pass.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path.
    ///   - resources: The resources; nil if the body does not contain a list of strings. The answer has one decision for each,
    ///     in the requested order, without duplicates.
    public static func preauthorizeResources(call: ClientCall, mvpd: String, resources: [String]?) -> Self
    where Self == PlainEvent<[ResourceDecision]> {
        Self(.resourcesPreauthorized, call.journalDetails(mvpd: mvpd, resources: resources)) { (state, context) throws(Refusal) in
            let request = try ResourceRequest(call, mvpd: mvpd, resources: resources, in: state, context)
            return Decision(
                request.resources.map { request.decide($0, in: state, permit: request.preauthorize).answer })
        }
    }
}

extension ResourceRequest {
    fileprivate func authorize(_ item: Item) throws(Refusal) -> Decision<ResourceDecision> {
        let cached = authorization(item)
        let grant = try item.rules.authorize(item.resource, by: item.rule, isAuthorized: cached != nil) { () throws(Refusal) in
            try temporaryPass(item)
        }
        var decision = permission(item)
        var changes = grant.changes
        decision.mediaToken = session.mediaToken(for: item.text, requestor, now: context.now)
        if let cached, item.rule == nil {
            (decision.notBefore, decision.notAfter) = (cached.createdAt, cached.expiresAt)
        } else if item.rule?.kind != .authorizeAll {
            (decision.notBefore, decision.notAfter) = (context.now, grant.expiresAt)
        }
        if cached == nil, item.source == .mvpd {
            changes.append(
                .save(
                    ProfileAuthorization(
                        profile: key, sessionID: session.record.sessionID, resource: item.text,
                        createdAt: context.now, expiresAt: grant.expiresAt)))
        }
        return Decision(decision, changes: changes)
    }
}

extension ClientCall {
    /// Returns the journal's details of a call about resources.
    func journalDetails(mvpd: String, resources: [String]?) -> [String: String] {
        journalDetails.merging(["mvpd": mvpd, "resource": (resources ?? []).joined(separator: ",")]) { $1 }
    }
}

extension ResourceRequest {
    fileprivate func preauthorize(_ item: Item) throws(Refusal) -> Decision<ResourceDecision> {
        try item.rules.preauthorize(
            item.resource, isAuthorized: authorization(item) != nil, isAnswered: item.rules.isAnswered(resources)
        ) { resource throws(Refusal) in
            try temporaryPass(item).check(resource, now: context.now)
        }
        return Decision(permission(item))
    }
}

extension EntitlementState {
    /// Returns the sign-in of a call, or throws the reason why there is none.
    fileprivate func signIn(
        _ key: ProfileKey, _ call: ClientCall, _ provider: Provider, now: Int64
    ) throws(Refusal) -> AuthenticatedSession {
        let verdict = PartnerVerdict(call.partnerStatus, for: provider, in: world, now: now)
        let found = profile(
            key, identities: call.identities, on: call.platform, now: now, admitting: { _ in verdict.admitsProfile })
        if let profile = found.profile { return profile.session }
        switch profile(key, on: call.platform, now: now) {
        case .valid(let found):
            // A profile of the system account, which the app currently may not use.
            guard let refusal = verdict.refusal else { return found.session }
            throw refusal
        case .missing:
            throw Refusal(403, .profileMissing, "The user is not signed in with MVPD \(quoted(key.mvpd)).")
        case .expired:
            throw Refusal(403, .profileExpired, "The sign-in with MVPD \(quoted(key.mvpd)) has expired.")
        case .invalidated:
            throw Refusal(403, .profileInvalidated, "The sign-in with MVPD \(quoted(key.mvpd)) was ended.")
        }
    }
}

extension AuthenticationRecord {
    /// Returns the substitute for a sign-in at a provider, for calls that need none.
    fileprivate static func substitute(
        _ key: ProfileKey, _ provider: Provider, sessionID: String, now: Int64, end: Int64
    ) -> AuthenticationRecord {
        let user: AnonymousUser = provider.isTemporaryPass ? .temporaryPass : .degradation
        let owner = key.owner
        return AuthenticationRecord(
            deviceKey: owner, mvpd: key.mvpd,
            userID: user.id(requestor: owner.requestor, mvpd: key.mvpd, deviceID: owner.deviceID),
            tokenSource: provider.isTemporaryPass ? .temporaryPass : .degradation, sessionID: sessionID, attributes: [:],
            createdAt: now, expiresAt: end)
    }
}

extension Refusal {
    /// The same refusal for an item: REST v2 has no code for the limit on repeated denials.
    fileprivate var item: Refusal {
        Refusal(status, code == .repeatedDenials ? .authorizationDenied : code ?? .internalError, message, details: details)
    }
}
