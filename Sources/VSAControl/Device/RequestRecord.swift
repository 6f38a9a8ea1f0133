import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// An unfinished request.
struct RequestRecord: Sendable, Equatable, JSONConvertible {
    /// The path of the request object.
    var request: String
    var application: String
    var identifiedBy: String?
    /// `access`, `metadata` or `auto-sign-in`
    var kind: String
    /// The stage, which names what it waits for.
    var stage: String
    /// The kind of its open prompt.
    var prompt: String?
    /// The party that is asked to answer the prompt.
    var asked: String?
}

extension RequestRecord {
    init(_ details: VariantDictionary) throws {
        request = try details.required(Keys.request, as: ObjectPath.self).string
        application = try details.required(Keys.applicationID, as: String.self)
        identifiedBy = try details.optional(Keys.identifiedBy).nonEmpty
        kind = try details.required(Keys.kind, as: String.self)
        stage = try details.required(Keys.stage, as: String.self)
        prompt = try details.optional(Keys.prompt).nonEmpty
        asked = try details.optional(Keys.asked).nonEmpty
    }
}
