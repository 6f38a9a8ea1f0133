import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// An app that the device knows.
struct ApplicationRecord: Sendable, Equatable, JSONConvertible {
    var id: String
    var name: String?
    var access: String
    var identifiedBy: String?
    var usageDescription: String?
}

extension ApplicationRecord {
    init(_ details: VariantDictionary) throws {
        id = try details.required(Keys.applicationID, as: String.self)
        name = try details.optional(Keys.applicationName).nonEmpty
        access = try details.required(Keys.accessStatus, as: String.self)
        identifiedBy = try details.optional(Keys.identifiedBy).nonEmpty
        usageDescription = try details.optional(Keys.usageDescription).nonEmpty
    }
}
