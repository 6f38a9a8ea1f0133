/// A degradation rule: one element of `GET /admin/v1/degradation-rules`.
struct DegradationRuleRecord: Sendable, Equatable, Decodable {
    var id: String
    var requestor: String
    var mvpd: String
    var kind: String
    var resources: [String]
    var platform: String?
    var message: String?
    /// Unix milliseconds; nil if it does not expire.
    var expiresAt: Int64?

    /// The response with all of them.
    struct List: Decodable {
        var rules: [DegradationRuleRecord]
    }

    var json: JSON {
        .members([
            "id": .string(id), "requestor": .string(requestor), "mvpd": .string(mvpd), "kind": .string(kind),
            "resources": .array(resources.map(JSON.string)), "platform": .optional(platform), "message": .optional(message),
            "expiresAt": .optional(expiresAt.map { Timestamp.text(unixSeconds: $0 / 1_000) }),
        ])
    }
}
