/// A sign-in at the service: one element of `GET /admin/v1/sessions`.
struct SessionRecord: Sendable, Equatable, Decodable {
    var id: String
    var requestor: String
    var deviceId: String
    var mvpd: String
    var userId: String
    var source: String
    var createdAt: Int64
    var expiresAt: Int64
    var platform: String?
    var visitorId: String?

    /// A page of sign-ins.
    struct List: Decodable {
        var sessions: [SessionRecord]
        var next: Int64?
    }

    var json: JSON {
        .members([
            "id": .string(id), "requestor": .string(requestor), "deviceId": .string(deviceId), "mvpd": .string(mvpd),
            "userId": .string(userId), "source": .string(source), "platform": .optional(platform),
            "visitorId": .optional(visitorId), "createdAt": .string(Timestamp.text(unixSeconds: createdAt / 1_000)),
            "expiresAt": .string(Timestamp.text(unixSeconds: expiresAt / 1_000)),
        ])
    }
}

/// A requestor with its settings: one element of `GET /admin/v1/requestors`.
struct RequestorRecord: Sendable, Equatable, Decodable {
    var id: String
    var name: String
    var domains: [String]
    var customSchemes: [String]
    var authnTTL: Int64
    var authzTTL: Int64
    var mediaTTL: Int64
    var enhancedErrors: Bool
    var denialLimit: Int64
    var denialPeriod: Int64
    var deviceIdMetadata: Bool
    var defaultRedirectURL: String?

    /// The response with all of them.
    struct List: Decodable {
        var requestors: [RequestorRecord]
    }

    var json: JSON {
        .members([
            "id": .string(id), "name": .string(name), "domains": .array(domains.map(JSON.string)),
            "customSchemes": .array(customSchemes.map(JSON.string)), "authnTTL": .integer(authnTTL),
            "authzTTL": .integer(authzTTL), "mediaTTL": .integer(mediaTTL), "enhancedErrors": .bool(enhancedErrors),
            "denialLimit": .integer(denialLimit), "denialPeriod": .integer(denialPeriod),
            "deviceIdMetadata": .bool(deviceIdMetadata), "defaultRedirectURL": .optional(defaultRedirectURL),
        ])
    }
}

/// A certificate of a requestor: one element of `GET /admin/v1/certificates`.
struct CertificateRecord: Sendable, Equatable, Decodable {
    var id: String
    var requestor: String
    var serial: String
    var issuer: String
    var subject: String
    var notBefore: Int64
    var notAfter: Int64
    var encryptsMetadata: Bool
    var certificate: String

    /// The response with all of them.
    struct List: Decodable {
        var certificates: [CertificateRecord]
    }

    /// The path at which it is administered.
    var path: String {
        "/admin/v1/certificates/\(ServiceControl.pathElement(requestor))/\(ServiceControl.pathElement(id))"
    }

    var json: JSON {
        .members([
            "id": .string(id), "requestor": .string(requestor), "serial": .string(serial), "issuer": .string(issuer),
            "subject": .string(subject), "notBefore": .string(Timestamp.text(unixSeconds: notBefore)),
            "notAfter": .string(Timestamp.text(unixSeconds: notAfter)), "encryptsMetadata": .bool(encryptsMetadata),
            "certificate": .string(certificate),
        ])
    }
}
