import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// `GET /admin/v1/degradation-rules[?requestor=R]`: the rules that have not expired.
    func listDegradationRules(_ call: Call) throws -> Response {
        let now = engine.clock.milliseconds()
        let requestor = call.parameters["requestor"]
        let (isKnown, all) = engine.read { ($0.world.requestor(id: requestor ?? "") != nil, $0.degradationRules.all) }
        if let requestor, !isKnown {
            throw AdministrationError(.notFound, "not_found", "Requestor \"\(requestor)\" is unknown.")
        }
        let rules = all.filter { ($0.expiresAt ?? .max) > now && (requestor == nil || $0.requestor == requestor) }
        return .json(.ok, .object([.init("rules", .array(rules.map(Self.json)))]))
    }

    /// `POST /admin/v1/degradation-rules`
    func addDegradationRules(_ call: Call) async throws -> Response {
        let event = try degradationRules(from: try call.json())
        let rules = try await engine.send(event, requestID: call.requestID)
        return .json(.created, .object([.init("rules", .array(rules.map(Self.json)))]))
    }

    /// `DELETE /admin/v1/degradation-rules/{id}`
    func removeDegradationRule(_ call: Call) async throws -> Response {
        try await engine.send(RemoveDegradationRule(id: call.part("id")), requestID: call.requestID)
        return .empty(.noContent)
    }

    private func degradationRules(from body: JSON) throws -> AddDegradationRules {
        guard case .object(let members) = body else { throw Self.wrong("The body must be a JSON object.") }
        let known = ["requestor", "mvpd", "kind", "resources", "platform", "message", "expiresIn"]
        if let member = members.first(where: { !known.contains($0.key) }) {
            throw Self.wrong("\"\(member.key.prefix(64))\" is unknown; known are \(known.joined(separator: ", ")).")
        }
        func value(_ key: String) -> JSON? { body[key].flatMap { $0 == .null ? nil : $0 } }
        guard let requestor = value("requestor")?.text else {
            throw Self.wrong("requestor is required: a requestor's identifier.")
        }
        guard let mvpds = value("mvpd").flatMap({ $0.text.map { [$0] } ?? $0.texts }), (1...100).contains(mvpds.count) else {
            throw Self.wrong("mvpd is required: a provider's identifier, or a list of 1 to 100.")
        }
        let kinds = Degradation.allCases.filter { $0 != .none }
        guard let kind = value("kind")?.text.flatMap({ Degradation(rawValue: $0) }), kind != .none else {
            throw Self.wrong("kind is required: \(kinds.map(\.rawValue).joined(separator: ", ")).")
        }
        var event = AddDegradationRules(requestor: requestor, mvpds: mvpds, kind: kind)
        if let resources = value("resources") {
            guard let texts = resources.texts, texts.count <= 100,
                texts.allSatisfy({ (1...1_000).contains($0.unicodeScalars.count) })
            else {
                throw Self.wrong(
                    "resources takes a list of at most 100 texts of 1 to 1000 characters; an empty one stands for all.")
            }
            event.resources = texts
        }
        if let platform = value("platform") {
            guard let platform = platform.text.flatMap({ Platform(rawValue: $0) }) else {
                throw Self.wrong("platform takes ios or tvos.")
            }
            event.platform = platform
        }
        if let message = value("message") {
            guard let text = message.text, (1...1_000).contains(text.unicodeScalars.count) else {
                throw Self.wrong("message takes a text of 1 to 1000 characters.")
            }
            event.message = text
        }
        if let lifetime = value("expiresIn") {
            guard let seconds = lifetime.integer, (1...Self.longestLifetime).contains(seconds) else {
                throw Self.wrong("expiresIn takes seconds from 1 to \(Self.longestLifetime).")
            }
            event.lifetime = seconds
        }
        return event
    }

    private static func wrong(_ message: String) -> AdministrationError {
        AdministrationError(.badRequest, "invalid_request", message)
    }

    private static func json(_ rule: DegradationRule) -> JSON {
        .object([
            .init("id", .string(rule.id)), .init("requestor", .string(rule.requestor)), .init("mvpd", .string(rule.mvpd)),
            .init("kind", .string(rule.kind.rawValue)), .init("resources", .strings(rule.resources)),
            .init("platform", .optional(rule.platform?.rawValue)), .init("message", .optional(rule.message)),
            .init("createdAt", .integer(rule.createdAt)), .init("expiresAt", rule.expiresAt.map { .integer($0) } ?? .null),
        ])
    }
}
