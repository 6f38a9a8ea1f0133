import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
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
            body, known: ["requestor", "mvpd", "kind", "resources", "platform", "message", "expiresIn"])
        guard let requestor = fields["requestor"]?.text else {
            throw ServiceError.invalid("requestor", "is required: a requestor's identifier")
        }
        guard let mvpds = fields["mvpd"].flatMap({ $0.text.map { [$0] } ?? $0.texts }), (1...100).contains(mvpds.count) else {
            throw ServiceError.invalid("mvpd", "is required: a provider's identifier, or a list of 1 to 100")
        }
        let kinds = Degradation.allCases.filter { $0 != .none }
        guard let kind = fields["kind"]?.text.flatMap({ Degradation(rawValue: $0) }), kind != .none else {
            throw ServiceError.invalid("kind", "is required: \(kinds.map(\.rawValue).joined(separator: ", "))")
        }
        let resources = try fields["resources"].map { value in
            guard let texts = value.texts, texts.count <= 100,
                texts.allSatisfy({ (1...1_000).contains($0.unicodeScalars.count) })
            else {
                throw AdministrationFields.wrong(
                    "resources", "a list of at most 100 strings of 1 to 1000 characters; an empty list means all")
            }
            return texts
        }
        let platform = try fields["platform"].map { value in
            guard let platform = value.text.flatMap({ Platform(rawValue: $0) }) else {
                throw AdministrationFields.wrong("platform", "ios or tvos")
            }
            return platform
        }
        let message = try fields["message"].map { value in
            guard let text = value.text, (1...1_000).contains(text.unicodeScalars.count) else {
                throw AdministrationFields.wrong("message", "a string of 1 to 1000 characters")
            }
            return text
        }
        let lifetime = try fields["expiresIn"].map { value in
            guard let seconds = value.integer, AdministrationLimit.lifetime.contains(seconds) else {
                throw AdministrationFields.wrong("expiresIn", "seconds from \(AdministrationLimit.lifetime.inWords)")
            }
            return seconds
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
