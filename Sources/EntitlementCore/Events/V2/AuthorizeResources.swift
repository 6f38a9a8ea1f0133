import TVWorld

/// Decides whether resources may be played: REST v2 `POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}`.
public struct AuthorizeResources: EntitlementEvent {
    /// One decision for each resource, in the requested order, without duplicates.
    public typealias Answer = [ResourceDecision]

    public var journalEvent: JournalEvent { .resourcesAuthorized }

    /// The call.
    public var call: ClientCall
    /// The provider of the path.
    public var mvpd: String
    /// The resources; nil if the body does not contain a list of strings.
    public var resources: [String]?

    /// Creates the request of a device.
    public init(call: ClientCall, mvpd: String, resources: [String]?) {
        self.call = call
        self.mvpd = mvpd
        self.resources = resources
    }

    public var journalDetails: [String: String] { call.journalDetails(mvpd: mvpd, resources: resources) }

    public static func outcome(_ answer: Answer) -> String {
        answer.contains(where: \.isAuthorized) ? "ok" : answer.first?.refusal?.code?.rawValue ?? "ok"
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let request = try ResourceRequest(call, mvpd: mvpd, resources: resources, in: state, context)
        var decision = Decision<Answer>([])
        for resource in request.resources {
            // The next resource is decided after this one: a promotional temporary pass counts them.
            let state = state.applying(decision.changes)
            let item = request.decide(resource, in: state) { item throws(Refusal) in
                try authorize(item, request, state, context)
            }
            decision.answer.append(item.answer)
            decision.changes += item.changes
        }
        return decision
    }

    private func authorize(
        _ item: ResourceRequest.Item, _ request: ResourceRequest, _ state: EntitlementState, _ context: DecisionContext
    ) throws(Refusal) -> Decision<ResourceDecision> {
        let cached = request.authorization(item, in: state, now: context.now)
        let grant = try item.rules.authorize(item.resource, by: item.rule, isAuthorized: cached != nil) { () throws(Refusal) in
            try request.temporaryPass(in: state)
        }
        var decision = request.permission(item)
        var changes = grant.changes
        decision.mediaToken = item.rules.session.mediaToken(for: item.text, request.requestor, now: context.now)
        if let cached, item.rule == nil {
            (decision.notBefore, decision.notAfter) = (cached.createdAt, cached.expiresAt)
        } else if item.rule?.kind != .authorizeAll {
            (decision.notBefore, decision.notAfter) = (context.now, grant.expiresAt)
        }
        if cached == nil, item.source == .mvpd {
            changes.append(
                .save(
                    ProfileAuthorization(
                        profile: request.key, sessionID: item.rules.session.record.sessionID, resource: item.text,
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
