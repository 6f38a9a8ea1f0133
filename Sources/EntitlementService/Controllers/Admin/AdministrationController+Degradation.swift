import Administration
import EntitlementCore
import TVWorld

extension AdministrationController {
    /// Returns the rules that have not expired, of one requestor or of all.
    func degradationRules(of requestor: String? = nil) -> [DegradationRuleResource] {
        let now = engine.clock.milliseconds()
        return engine.read { $0.degradationRules.all }
            .filter { ($0.expiresAt ?? .max) > now && (requestor == nil || $0.requestor == requestor) }
            .map(DegradationRuleResource.init)
    }

    /// Adds a rule for each named provider.
    @discardableResult
    func addDegradationRules(_ body: JSON, requestID: String) async throws -> [DegradationRuleResource] {
        let fields = try AdministrationFields(
            body, known: ["requestor", "mvpd", "kind", "resources", "platform", "message", "expiresIn"], lists: ["mvpd"])
        guard let requestor = fields["requestor"]?.text else {
            throw ServiceError.invalid("requestor", "is required: a requestor's identifier")
        }
        guard let mvpds = fields["mvpd"]?.texts, (1...100).contains(mvpds.count) else {
            throw ServiceError.invalid("mvpd", "is required: a provider's identifier, or a list of 1 to 100")
        }
        let kinds = Degradation.allCases.filter { $0 != .none }
        guard let kind = fields["kind"]?.text.flatMap({ Degradation(rawValue: $0) }), kind != .none else {
            throw ServiceError.invalid("kind", "is required: \(kinds.map(\.rawValue).joined(separator: ", "))")
        }
        func isAllowed(_ text: String) -> Bool { (1...1_000).contains(text.unicodeScalars.count) }
        let resources = try fields.texts(
            "resources", 0...100, "strings of 1 to 1000 characters; an empty list means all", isAllowed)
        let platform = try fields.value("platform", "ios or tvos") { value in
            value.text.flatMap { Platform(rawValue: $0) }
        }
        let message = try fields.value("message", "a string of 1 to 1000 characters") { value in
            value.text.flatMap { isAllowed($0) ? $0 : nil }
        }
        let lifetime = try fields.value("expiresIn", "seconds from \(Lifetime.accepted.inWords)") { value in
            value.integer.flatMap { Lifetime.accepted.contains($0) ? $0 : nil }
        }
        let rules = try await engine.send(
            .addDegradationRules(
                requestor: requestor, mvpds: mvpds, kind: kind, resources: resources ?? [], platform: platform,
                message: message, lifetime: lifetime),
            requestID: requestID)
        return rules.map(DegradationRuleResource.init)
    }
}

extension DegradationRuleResource {
    init(_ rule: DegradationRule) {
        self.init(
            id: rule.id, requestor: rule.requestor, mvpd: rule.mvpd, kind: rule.kind.rawValue, resources: rule.resources,
            platform: rule.platform?.rawValue, message: rule.message, createdAt: rule.createdAt, expiresAt: rule.expiresAt)
    }
}
