import TVWorld

/// Decides which resources an app may offer: REST v2 `POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}`.
///
/// It grants nothing, stores nothing, and starts no temporary pass.
public struct PreauthorizeResources: EntitlementEvent {
    /// One decision for each resource, in the requested order, without duplicates.
    public typealias Answer = [ResourceDecision]

    public var journalEvent: JournalEvent { .resourcesPreauthorized }

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

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let request = try ResourceRequest(call, mvpd: mvpd, resources: resources, in: state, context)
        return Decision(
            request.resources.map { resource in
                request.decide(resource, in: state) { item throws(Refusal) in
                    try item.rules.preauthorize(
                        item.resource, isAuthorized: request.authorization(item, in: state, now: context.now) != nil,
                        isAnswered: item.rules.isAnswered(request.resources)
                    ) { resource throws(Refusal) in
                        try request.temporaryPass(in: state).check(resource, now: context.now)
                    }
                    return Decision(request.permission(item))
                }.answer
            })
    }
}
