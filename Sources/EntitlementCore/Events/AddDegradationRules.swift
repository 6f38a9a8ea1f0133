import TVWorld

/// Adds degradation rules: `POST /admin/v1/degradation-rules`. One call may name several providers; all get the rule or none.
public struct AddDegradationRules: EntitlementEvent {
    /// The new rules, in the order of the providers.
    public typealias Answer = [DegradationRule]

    public var journalEvent: JournalEvent { .degradationRulesAdded }

    /// The requestor.
    public var requestor: String
    /// The providers, by MVPD or platform identifier.
    public var mvpds: [String]
    /// The effect of the rules.
    public var kind: Degradation
    /// The resources; if empty, all.
    public var resources: [String]
    /// The platform; nil: all devices.
    public var platform: Platform?
    /// The message for viewers if the rule denies.
    public var message: String?
    /// The lifetime of the rules, in seconds; nil: until they are removed.
    public var lifetime: Int64?

    /// Creates rules.
    public init(
        requestor: String, mvpds: [String], kind: Degradation, resources: [String] = [], platform: Platform? = nil,
        message: String? = nil, lifetime: Int64? = nil
    ) {
        self.requestor = requestor
        self.mvpds = mvpds
        self.kind = kind
        self.resources = resources
        self.platform = platform
        self.message = message
        self.lifetime = lifetime
    }

    public var journalDetails: [String: String] {
        var details = ["requestor": requestor, "mvpd": mvpds.joined(separator: ","), "kind": kind.rawValue]
        if !resources.isEmpty { details["resources"] = resources.joined(separator: ",") }
        details["platform"] = platform?.rawValue
        return details
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        _ = try state.knownRequestor(requestor)
        var rules: [DegradationRule] = []
        for name in mvpds {
            let provider = try state.knownProvider(name)
            guard state.world.integration(requestor: requestor, mvpd: provider.mvpd) != nil else {
                throw .notFound("MVPD \(quoted(name)) is not integrated with requestor \(quoted(requestor)).")
            }
            guard !rules.contains(where: { $0.mvpd == provider.mvpd }) else { continue }
            rules.append(
                DegradationRule(
                    id: context.random.uuid(), requestor: requestor, mvpd: provider.mvpd, kind: kind, resources: resources,
                    platform: platform, message: message, createdAt: context.now,
                    expiresAt: lifetime.map { state.end(after: $0, from: context.now) }))
        }
        let left = state.degradationRules.all.count { $0.expiresAt ?? .max > context.now }
        guard left + rules.count <= DegradationRules.limit else {
            throw Refusal(
                409, .badRequest, "There are \(left) degradation rules already; at most \(DegradationRules.limit) can be.")
        }
        return Decision(rules, changes: rules.map { .save($0) })
    }
}
