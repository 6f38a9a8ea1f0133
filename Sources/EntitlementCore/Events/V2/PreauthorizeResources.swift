import TVWorld

extension EntitlementEvent where Self == PlainEvent<[ResourceDecision]> {
    /// Decides which resources an app may offer: REST v2 `POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}`. It
    /// grants nothing, stores nothing, and starts no temporary pass.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path.
    ///   - resources: The resources; nil if the body does not contain a list of strings. The answer has one decision for each,
    ///     in the requested order, without duplicates.
    public static func preauthorizeResources(call: ClientCall, mvpd: String, resources: [String]?) -> Self {
        Self(.resourcesPreauthorized, call.journalDetails(mvpd: mvpd, resources: resources)) { (state, context) throws(Refusal) in
            let request = try ResourceRequest(call, mvpd: mvpd, resources: resources, in: state, context)
            return Decision(
                request.resources.map { request.decide($0, in: state, permit: request.preauthorize).answer })
        }
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
