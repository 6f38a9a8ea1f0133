import DBus

/// Who is signed in on the device.
struct AccountRecord: Sendable, Equatable {
    var provider: String
    var subscriber: String
    var signedInAt: Int64?
    var expiresAt: Int64?

    init(provider: String, subscriber: String, signedInAt: Int64? = nil, expiresAt: Int64? = nil) {
        self.provider = provider
        self.subscriber = subscriber
        self.signedInAt = signedInAt
        self.expiresAt = expiresAt
    }

    /// Nil when nobody is signed in: the device answers with nothing then.
    init?(_ details: Details) throws {
        guard !details.isEmpty else { return nil }
        provider = try details.required(Wire.Key.accountProvider, as: String.self)
        subscriber = try details.required(Wire.Key.subscriber, as: String.self)
        signedInAt = try details.optional(Wire.Key.signedInAt)
        expiresAt = try details.optional(Wire.Key.expirationDate)
    }

    var json: JSON {
        .members([
            "provider": .string(provider), "subscriber": .string(subscriber),
            "signedInAt": .optional(signedInAt.map(Timestamp.text(unixSeconds:))),
            "expiresAt": .optional(expiresAt.map(Timestamp.text(unixSeconds:))),
        ])
    }
}
