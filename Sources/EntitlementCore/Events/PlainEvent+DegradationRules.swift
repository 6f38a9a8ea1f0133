import TVWorld

extension EntitlementEvent where Self == PlainEvent<[DegradationRule]> {
    /// Adds degradation rules: `POST /admin/v1/degradation-rules`. One call may name several providers; all get the rule or
    /// none.
    ///
    /// - Parameters:
    ///   - mvpds: The providers, by MVPD or platform identifier; the answer has the rules in their order.
    ///   - kind: The effect of the rules.
    ///   - resources: The resources; if empty, all.
    ///   - platform: The platform; nil: all devices.
    ///   - message: The message for viewers if the rule denies.
    ///   - lifetime: The lifetime of the rules, in seconds; nil: until they are removed.
    public static func addDegradationRules(
        requestor: String, mvpds: [String], kind: Degradation, resources: [String] = [], platform: Platform? = nil,
        message: String? = nil, lifetime: Int64? = nil
    ) -> Self {
        var details = ["requestor": requestor, "mvpd": mvpds.joined(separator: ","), "kind": kind.rawValue]
        if !resources.isEmpty { details["resources"] = resources.joined(separator: ",") }
        details["platform"] = platform?.rawValue
        return Self(.degradationRulesAdded, details) { (state, context) throws(Refusal) in
            _ = try state.knownRequestor(requestor)
            var rules: [DegradationRule] = []
            for name in mvpds {
                let provider = try state.knownProvider(name)
                guard state.world.integration(requestor: requestor, mvpd: provider.mvpd) != nil else {
                    throw Refusal.notFound("MVPD \(quoted(name)) is not integrated with requestor \(quoted(requestor)).")
                }
                guard !rules.contains(where: { $0.mvpd == provider.mvpd }) else { continue }
                rules.append(
                    DegradationRule(
                        id: context.random.uuid(), requestor: requestor, mvpd: provider.mvpd, kind: kind,
                        resources: resources, platform: platform, message: message, createdAt: context.now,
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
}

extension EntitlementEvent where Self == PlainEvent<Void> {
    /// Removes a degradation rule: `DELETE /admin/v1/degradation-rules/{id}`. Authorizations by the rule expire with it.
    public static func removeDegradationRule(id: String) -> Self {
        Self(.degradationRuleRemoved, ["rule": id]) { (state, _) throws(Refusal) in
            guard state.degradationRules[id: id] != nil else {
                throw Refusal.notFound("Degradation rule \(quoted(id)) is unknown.")
            }
            return Decision((), changes: [.remove(DegradationRule.self, id)])
        }
    }
}
