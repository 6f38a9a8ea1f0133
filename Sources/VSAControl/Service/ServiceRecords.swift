/// How the service is: `GET /admin/v1/status`.
struct ServiceStatus: Sendable, Equatable, Decodable {
    var version: String
    var url: String
    var providers: [Provider]
    var sessions: Int64?

    /// A provider, and whether the service has its metadata.
    struct Provider: Sendable, Equatable, Decodable {
        var id: String
        var mvpd: String
        var trusted: Bool
    }

    var json: JSON {
        .members([
            "version": .string(version), "url": .string(url),
            "providers": .array(
                providers.map { .members(["id": .string($0.id), "mvpd": .string($0.mvpd), "trusted": .bool($0.trusted)]) }),
            "sessions": sessions.map(JSON.integer) ?? .null,
        ])
    }
}

/// Requestor × provider at the service: one element of `GET /admin/v1/integrations`.
struct IntegrationRecord: Sendable, Equatable, Decodable {
    var requestor: String
    var mvpd: String
    var provider: String?
    var enabled: Bool
    var sso: SingleSignOn
    var degraded: String
    /// Whether devices count as away from home; nil when they do not.
    var away: Bool?
    /// How many resources one preauthorization may name; nil when the provider says it.
    var preauthorizeLimit: Int?
    /// Seconds that an authentication lives; nil when the requestor says it.
    var authnTTL: Int64?
    /// Seconds that an authorization lives; nil when the requestor says it.
    var authzTTL: Int64?
    /// Seconds that an authentication lives on platforms of another lifetime.
    var platformAuthnTTL: Lifetimes?
    /// Seconds that an authorization lives on platforms of another lifetime.
    var platformAuthzTTL: Lifetimes?
    /// Seconds that a home-based authentication lives at most; nil when it is the usual.
    var hbaTTL: Int64?

    /// Seconds by platform.
    struct Lifetimes: Sendable, Equatable, Decodable {
        var ios: Int64?
        var tvos: Int64?

        var json: JSON { .members(["ios": ios.map(JSON.integer) ?? .null, "tvos": tvos.map(JSON.integer) ?? .null]) }
    }

    /// Where single sign-on is on.
    struct SingleSignOn: Sendable, Equatable, Decodable {
        var ios: Bool
        var tvos: Bool
    }

    /// The answer that carries all of them.
    struct List: Decodable {
        var integrations: [IntegrationRecord]
    }

    var json: JSON {
        .members([
            "requestor": .string(requestor), "mvpd": .string(mvpd), "provider": .optional(provider), "enabled": .bool(enabled),
            "sso": .members(["ios": .bool(sso.ios), "tvos": .bool(sso.tvos)]), "degraded": .string(degraded),
            "home": .bool(!(away ?? false)), "preauthorizeLimit": preauthorizeLimit.map { .integer(Int64($0)) } ?? .null,
            "authnTTL": authnTTL.map(JSON.integer) ?? .null, "authzTTL": authzTTL.map(JSON.integer) ?? .null,
            "platformAuthnTTL": (platformAuthnTTL ?? Lifetimes()).json,
            "platformAuthzTTL": (platformAuthzTTL ?? Lifetimes()).json, "hbaTTL": hbaTTL.map(JSON.integer) ?? .null,
        ])
    }
}

/// A software statement: one element of `GET /admin/v1/statements`.
struct StatementRecord: Sendable, Equatable, Decodable {
    var id: String
    var requestor: String
    var name: String?
    var statement: String?
    var issuedAt: Int64?
    var revoked: Bool

    /// The answer that carries all of them.
    struct List: Decodable {
        var statements: [StatementRecord]
    }

    var json: JSON {
        .members([
            "id": .string(id), "requestor": .string(requestor), "name": .optional(name), "statement": .optional(statement),
            "issuedAt": .optional(issuedAt.map(Timestamp.text(unixSeconds:))), "revoked": .bool(revoked),
        ])
    }
}
