/// A temporary pass of a requestor: one element of `passes` in `GET /admin/v1/temporary-passes`.
struct TemporaryPassRecord: Sendable, Equatable, Decodable {
    var requestor: String
    var mvpd: String
    var kind: String
    /// Seconds.
    var ttl: Int64
    var resources: Int64?
    var key: String?

    var json: JSON {
        .members([
            "requestor": .string(requestor), "mvpd": .string(mvpd), "kind": .string(kind), "ttl": .integer(ttl),
            "resources": resources.map(JSON.integer) ?? .null, "key": .optional(key),
        ])
    }
}

/// A trial that has begun: one element of `trials` in the same response.
struct TemporaryPassTrialRecord: Sendable, Equatable, Decodable {
    var requestor: String
    var mvpd: String
    var device: String
    var key: String?
    var resources: [String]
    /// Unix milliseconds.
    var startedAt: Int64
    /// Unix milliseconds.
    var expiresAt: Int64
    var ended: Bool

    /// The response with a page of them.
    struct Page: Decodable {
        var passes: [TemporaryPassRecord]
        var trials: [TemporaryPassTrialRecord]
        var next: Int64?
    }

    var json: JSON {
        .members([
            "requestor": .string(requestor), "mvpd": .string(mvpd), "device": .string(device), "key": .optional(key),
            "resources": .array(resources.map(JSON.string)),
            "startedAt": .string(Timestamp.text(unixSeconds: startedAt / 1_000)),
            "expiresAt": .string(Timestamp.text(unixSeconds: expiresAt / 1_000)), "ended": .bool(ended),
        ])
    }
}
