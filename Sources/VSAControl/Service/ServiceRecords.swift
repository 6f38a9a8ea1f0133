/// The status of the service: `GET /admin/v1/status`.
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

/// The integration of a requestor and a provider at the service: one element of `GET /admin/v1/integrations`.
struct IntegrationRecord: Sendable, Equatable, Decodable {
    var requestor: String
    var mvpd: String
    var provider: String?
    var enabled: Bool
    var sso: SingleSignOn
    var degraded: String
    /// Whether devices count as away from home; nil if not.
    var away: Bool?
    /// The maximum number of resources in a preauthorization; nil if the provider determines it.
    var preauthorizeLimit: Int?
    /// The lifetime of an authentication in seconds; nil if the requestor determines it.
    var authnTTL: Int64?
    /// The lifetime of an authorization in seconds; nil if the requestor determines it.
    var authzTTL: Int64?
    /// The lifetimes of an authentication in seconds, for platforms with a different one.
    var platformAuthnTTL: Lifetimes?
    /// The lifetimes of an authorization in seconds, for platforms with a different one.
    var platformAuthzTTL: Lifetimes?
    /// The maximum lifetime of a home-based authentication in seconds; nil for the default.
    var hbaTTL: Int64?

    /// Seconds by platform.
    struct Lifetimes: Sendable, Equatable, Decodable {
        var ios: Int64?
        var tvos: Int64?

        var json: JSON { .members(["ios": ios.map(JSON.integer) ?? .null, "tvos": tvos.map(JSON.integer) ?? .null]) }
    }

    /// The platforms with single sign-on.
    struct SingleSignOn: Sendable, Equatable, Decodable {
        var ios: Bool
        var tvos: Bool
    }

    /// The response with all of them.
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

    /// The response with all of them.
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
