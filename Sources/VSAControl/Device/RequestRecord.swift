import DBus

/// An unfinished request.
struct RequestRecord: Sendable, Equatable {
    /// The path of the request object.
    var request: String
    var application: String
    var identifiedBy: String?
    /// `access`, `metadata` or `auto-sign-in`
    var kind: String
    /// What it waits for.
    var stage: String
    /// The kind of its open prompt.
    var prompt: String?
    /// The party that is asked to answer the prompt.
    var asked: String?

    var json: JSON {
        .members([
            "request": .string(request), "application": .string(application), "identifiedBy": .optional(identifiedBy),
            "kind": .string(kind), "stage": .string(stage), "prompt": .optional(prompt), "asked": .optional(asked),
        ])
    }
}

extension RequestRecord {
    init(_ details: Details) throws {
        request = try details.required(Wire.Key.request, as: ObjectPath.self).string
        application = try details.required(Wire.Key.application, as: String.self)
        identifiedBy = try details.optional(Wire.Key.identifiedBy).nonEmpty
        kind = try details.required(Wire.Key.kind, as: String.self)
        stage = try details.required(Wire.Key.stage, as: String.self)
        prompt = try details.optional(Wire.Key.prompt).nonEmpty
        asked = try details.optional(Wire.Key.asked).nonEmpty
    }
}
