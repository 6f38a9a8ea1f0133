import TVWorld

extension EntitlementEvent where Self == PlainEvent<[ResourceDecision]> {
    /// Decides whether resources may be played: REST v2 `POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path.
    ///   - resources: The resources; nil if the body does not contain a list of strings. The answer has one decision for each,
    ///     in the requested order, without duplicates.
    public static func authorizeResources(call: ClientCall, mvpd: String, resources: [String]?) -> Self {
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
