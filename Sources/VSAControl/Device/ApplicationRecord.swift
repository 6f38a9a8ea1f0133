import DBus

/// An app that the device knows.
struct ApplicationRecord: Sendable, Equatable {
    var id: String
    var access: String
    var identifiedBy: String?
    var usageDescription: String?

    var json: JSON {
        .members([
            "id": .string(id), "access": .string(access), "identifiedBy": .optional(identifiedBy),
            "usageDescription": .optional(usageDescription),
        ])
    }
}

extension ApplicationRecord {
    init(_ details: Details) throws {
        id = try details.required(Wire.Key.application, as: String.self)
        access = try details.required(Wire.Key.accessStatus, as: String.self)
        identifiedBy = try details.optional(Wire.Key.identifiedBy).nonEmpty
        usageDescription = try details.optional(Wire.Key.usageDescription).nonEmpty
    }
}
