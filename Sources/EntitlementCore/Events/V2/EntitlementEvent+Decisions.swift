import Encodings
import TVWorld

/// The decision of REST v2 about a resource.
public struct ResourceDecision: Sendable, Equatable {
    /// The party that decided.
    public enum Source: String, Sendable {
        /// The provider, or, without a profile, the service.
        case mvpd
        /// A degradation rule.
        case degradation
        /// A temporary pass.
        case temppass
    }

    /// The resource, exactly as sent by the app.
    public var resource: String
    /// The service provider.
    public var serviceProvider: String
    /// The provider.
    public var mvpd: String
    /// The party that decided.
    public var source: Source
    /// The start of the validity, in Unix milliseconds; nil if there is none.
    public var notBefore: Int64?
    /// The end of the validity, in Unix milliseconds; nil if there is none.
    public var notAfter: Int64?
    /// The media token to sign, if the resource may be played.
    public var mediaToken: MediaToken?
    /// The provider's identifier of the user, which may leave the service only in a scrambled form; empty in a denial.
    public var userID = ""
    /// The reason for a denial.
    public var refusal: Refusal?

    /// Whether the user may see the resource.
    public var isAuthorized: Bool { refusal == nil }
}

/// A request for decisions about resources, after the checks that apply to all of them.
struct ResourceRequest {
    let call: ClientCall
    let device: DeviceContext
    /// The provider of the path.
    let mvpd: String
    /// The resources without duplicates.
    let resources: [String]
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
        device = try DeviceContext(call, state, context, mvpd: mvpd)
        let (integration, provider) = try state.activeIntegration(device.requestor, mvpd: mvpd)
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
        self.mvpd = mvpd
        let device = device
        signIn = Result { () throws(Refusal) in try device.signIn(at: provider, call) }
        session =
            (try? signIn.get())
            ?? AuthenticatedSession(
                record: device.substitute(at: integration, provider), integration: integration, provider: provider)
    }

    /// Returns whether a resource can be decided about and written to a media token: XML cannot contain control characters.
    private static func isAccepted(_ resource: String) -> Bool {
        !resource.allSatisfy(\.isWhitespace) && resource.unicodeScalars.allSatisfy(XMLReference.isLegal)
    }

    /// Decides about a resource.
    ///
    /// - Parameters:
    ///   - changes: The changes of the decisions about earlier resources.
    ///   - permit: Returns the permission, or throws the denial.
    func decide(
        _ text: String, after changes: [Change] = [], permit: (Item) throws(Refusal) -> Decision<ResourceDecision>
    ) -> Decision<ResourceDecision> {
        var device = device
        // Even an equal state is expensive to copy.
        if !changes.isEmpty { device.state = device.state.applying(changes) }
        let rules = ResourceRules(device: device, session: session)
        let resource = Resource(text)
        let rule = rules.rule(for: resource)
        let source: ResourceDecision.Source =
            if rule != nil { .degradation } else if session.provider.isTemporaryPass { .temppass } else { .mvpd }
        do {
            if source == .mvpd { _ = try signIn.get() }
            return try permit(Item(text: text, resource: resource, source: source, rule: rule, rules: rules))
        } catch {
            return Decision(
                ResourceDecision(
                    resource: text, serviceProvider: device.requestor.id, mvpd: mvpd, source: source, refusal: error.item),
                changes: error.changes)
        }
    }

    /// Returns a permission without times and token.
    private func permission(_ item: Item) -> ResourceDecision {
        ResourceDecision(
            resource: item.text, serviceProvider: device.requestor.id, mvpd: mvpd, source: item.source,
            userID: session.record.userID)
    }

    /// Returns the valid authorization of the sign-in for a resource.
    private func authorization(_ item: Item) -> ProfileAuthorization? {
        guard let record = item.rules.device.state.profileAuthorizations[.init(owner: key, resource: item.text)],
            record.sessionID == session.record.sessionID, device.now < record.expiresAt
        else { return nil }
        return record
    }

    // Records are found by the world's name of the provider, however the path spells it.

    /// The device's profile for the provider, which need not exist.
    private var key: ProfileKey { ProfileKey(owner: device.key, mvpd: session.provider.mvpd) }

    /// Returns the state of the temporary pass.
    private func temporaryPass(_ item: Item) throws(Refusal) -> TemporaryPassStatus {
        try item.rules.device.identifiedTemporaryPass(session.provider.mvpd, identifiers: call.temporaryPassIdentifiers)
    }

    /// Returns the permission to play a resource.
    func authorize(_ item: Item) throws(Refusal) -> Decision<ResourceDecision> {
        let cached = authorization(item)
        let grant = try item.rules.authorize(item.resource, by: item.rule, isAuthorized: cached != nil) { () throws(Refusal) in
            try temporaryPass(item)
        }
        var decision = permission(item)
        var changes = grant.changes
        decision.mediaToken = item.rules.mediaToken(for: item.text)
        if let cached, item.rule == nil {
            (decision.notBefore, decision.notAfter) = (cached.createdAt, cached.expiresAt)
        } else if item.rule?.kind != .authorizeAll {
            (decision.notBefore, decision.notAfter) = (device.now, grant.expiresAt)
        }
        if cached == nil, item.source == .mvpd {
            changes.append(
                .save(
                    ProfileAuthorization(
                        profile: key, sessionID: session.record.sessionID, resource: item.text,
                        createdAt: device.now, expiresAt: grant.expiresAt)))
        }
        return Decision(decision, changes: changes)
    }

    /// Returns the permission to offer a resource.
    func preauthorize(_ item: Item) throws(Refusal) -> Decision<ResourceDecision> {
        try item.rules.preauthorize(
            item.resource, isAuthorized: authorization(item) != nil, isAnswered: item.rules.isAnswered(resources)
        ) { resource throws(Refusal) in
            try temporaryPass(item).check(resource, now: device.now)
        }
        return Decision(permission(item))
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
    where Answer == [ResourceDecision] {
        Self(.resourcesAuthorized, call.journalDetails(mvpd: mvpd, resources: resources)) { (state, context) throws(Refusal) in
            let request = try ResourceRequest(call, mvpd: mvpd, resources: resources, in: state, context)
            var decision = Decision<[ResourceDecision]>([])
            for resource in request.resources {
                // The next resource is decided after this one: a promotional temporary pass counts them.
                let decided = request.decide(resource, after: decision.changes, permit: request.authorize)
                decision.answer.append(decided.answer)
                decision.changes += decided.changes
            }
            return decision
        } outcome: { answer in
            answer.contains(where: \.isAuthorized) ? "ok" : answer.first?.refusal?.code?.rawValue ?? "ok"
        }
    }

    /// Decides which resources an app may offer: REST v2 `POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}`. It
    /// does not grant or store anything, and does not start a temporary pass.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path.
    ///   - resources: The resources; nil if the body does not contain a list of strings. The answer has one decision for each,
    ///     in the requested order, without duplicates.
    public static func preauthorizeResources(call: ClientCall, mvpd: String, resources: [String]?) -> Self
    where Answer == [ResourceDecision] {
        Self(.resourcesPreauthorized, call.journalDetails(mvpd: mvpd, resources: resources)) { (state, context) throws(Refusal) in
            let request = try ResourceRequest(call, mvpd: mvpd, resources: resources, in: state, context)
            return Decision(request.resources.map { request.decide($0, permit: request.preauthorize).answer })
        }
    }
}

extension ClientCall {
    /// Returns the journal's details of a call about resources.
    fileprivate func journalDetails(mvpd: String, resources: [String]?) -> [String: String] {
        journalDetails.merging(["mvpd": mvpd, "resource": (resources ?? []).joined(separator: ",")]) { $1 }
    }
}

extension DeviceContext {
    /// Returns the sign-in of a call, or throws the reason why there is none.
    fileprivate func signIn(at provider: Provider, _ call: ClientCall) throws(Refusal) -> AuthenticatedSession {
        let verdict = PartnerVerdict(call.partnerStatus, for: provider, in: state.world, now: now)
        let found = profile(provider.mvpd, identities: call.identities, admitting: { _ in verdict.admitsProfile })
        if let profile = found.profile { return profile.session }
        switch profile(provider.mvpd) {
        case .valid(let found):
            // A profile of the system account, which the app currently may not use.
            guard let refusal = verdict.refusal else { return found.session }
            throw refusal
        case .missing:
            throw Refusal(403, .profileMissing, "The user is not signed in with MVPD \(quoted(provider.mvpd)).")
        case .expired:
            throw Refusal(403, .profileExpired, "The sign-in with MVPD \(quoted(provider.mvpd)) has expired.")
        case .invalidated:
            throw Refusal(403, .profileInvalidated, "The sign-in with MVPD \(quoted(provider.mvpd)) was ended.")
        }
    }

    /// Returns the substitute for a sign-in at a provider, for calls that need none.
    fileprivate func substitute(at integration: Integration, _ provider: Provider) -> AuthenticationRecord {
        let user: AnonymousUser = provider.isTemporaryPass ? .temporaryPass : .degradation
        return signIn(
            user.id(of: key, mvpd: provider.mvpd), at: integration, by: provider.isTemporaryPass ? .temporaryPass : .degradation)
    }
}

extension Refusal {
    /// The same refusal for an item: REST v2 has no code for the limit on repeated denials.
    fileprivate var item: Refusal {
        Refusal(status, code == .repeatedDenials ? .authorizationDenied : code ?? .internalServerError, message, details: details)
    }
}
