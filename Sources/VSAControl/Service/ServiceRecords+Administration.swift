/// How often a device may make calls: `GET /admin/v1/throttling`.
struct ThrottlingRecord: Sendable, Equatable, Decodable {
    var enabled: Bool
    var callsPerSecond: Int64
    var burst: Int64
    var idleSeconds: Int64
    var retryAfter: Bool

    var json: JSON {
        .members([
            "enabled": .bool(enabled), "callsPerSecond": .integer(callsPerSecond), "burst": .integer(burst),
            "idleSeconds": .integer(idleSeconds), "retryAfter": .bool(retryAfter),
        ])
    }
}

/// A certificate of media tokens: one element of `GET /admin/v1/media-certificates`.
struct MediaCertificateRecord: Sendable, Equatable, Decodable {
    var fingerprint: String
    var current: Bool
    /// The expiration date of its last token, in Unix milliseconds; nil while it is used for new tokens.
    var endsAt: Int64?
    var certificate: String

    /// The response with all of them.
    struct List: Decodable {
        var certificates: [MediaCertificateRecord]
    }

    var json: JSON {
        .members([
            "fingerprint": .string(fingerprint), "current": .bool(current),
            "endsAt": .optional(endsAt.map { Timestamp.text(unixSeconds: $0 / 1_000) }), "certificate": .string(certificate),
        ])
    }
}

/// A URL scheme of a requestor: one element of `GET /admin/v1/custom-schemes`.
struct CustomSchemeRecord: Sendable, Equatable, Decodable {
    var requestor: String
    var scheme: String

    /// The response with all of them.
    struct List: Decodable {
        var customSchemes: [CustomSchemeRecord]
    }

    var json: JSON { .members(["requestor": .string(requestor), "scheme": .string(scheme)]) }
}

/// A registered application: one element of `GET /admin/v1/applications`.
struct RegisteredApplicationRecord: Sendable, Equatable, Decodable {
    var id: String
    var name: String
    var version: String?
    /// The requestors that it may act for; empty means all.
    var requestors: [String]
    var platforms: [String]
    var schemes: [String]
    /// The domains of its redirect URLs; nil: those of its requestors.
    var domains: [String]?
    /// In Unix seconds.
    var issuedAt: Int64
    var revoked: Bool

    /// The response with all of them.
    struct List: Decodable {
        var applications: [RegisteredApplicationRecord]
    }

    var json: JSON {
        func list(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
        return .members([
            "id": .string(id), "name": .string(name), "version": .optional(version), "requestors": list(requestors),
            "platforms": list(platforms), "schemes": list(schemes), "domains": domains.map(list) ?? .null,
            "issuedAt": .string(Timestamp.text(unixSeconds: issuedAt)), "revoked": .bool(revoked),
        ])
    }
}

/// The counts of a requestor in an hour: one element of `GET /admin/v1/usage`.
struct UsageRecord: Sendable, Equatable, Decodable {
    /// The start of the hour, in Unix milliseconds.
    var start: Int64
    /// The requestor; empty for calls that name none.
    var requestor: String
    var counts: [String: Int64]

    /// The response with all of them.
    struct List: Decodable {
        var hours: [UsageRecord]
    }

    /// The counted events, in the order of a table.
    static let kinds = [
        "authn-attempts", "authn-pending", "authn-successful", "authn-failed", "authz-attempts", "authz-successful",
        "authz-failed", "authz-rejected", "media-tokens", "unique-sessions",
    ]

    /// Returns the hours that begin within a time before the end of the newest; all if there is no time.
    static func latest(_ hours: [UsageRecord], within span: TimeSpan?) -> [UsageRecord] {
        guard let span, let newest = hours.map(\.start).max() else { return hours }
        return hours.filter { $0.start >= newest + 3_600_000 - max(span.milliseconds, 1) }
    }

    /// Returns the sums by requestor, each with the first of its hours.
    static func totals(_ hours: [UsageRecord]) -> [UsageRecord] {
        Dictionary(grouping: hours, by: \.requestor).values.map { hours in
            hours.dropFirst().reduce(into: hours[0]) { sum, hour in
                sum.start = min(sum.start, hour.start)
                sum.counts.merge(hour.counts, uniquingKeysWith: +)
            }
        }.sorted { $0.requestor < $1.requestor }
    }

    var json: JSON {
        .members([
            "start": .string(Timestamp.text(unixSeconds: start / 1_000)), "requestor": .string(requestor),
            "counts": .object(Self.kinds.map { JSON.Member(name: $0, value: .integer(counts[$0] ?? 0)) }),
        ])
    }
}
