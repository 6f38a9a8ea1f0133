import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// The device's status.
struct DeviceStatus: Sendable, Equatable, JSONConvertible {
    var version: String
    var processID: Int64
    var region: String
    var applications: Int64
    var isSignedIn: Bool
    var serviceEntityID: String?
    var stateFolder: String?
    /// The policy for a prompt without a queued answer.
    var unanswered: String?

    var json: JSON {
        .members([
            "version": version, "processID": processID, "region": region, "applications": applications, "signedIn": isSignedIn,
            "serviceEntityID": serviceEntityID, "stateFolder": stateFolder,
        ])
    }
}

extension DeviceStatus {
    init(_ details: VariantDictionary) throws {
        version = try details.required(Keys.version, as: String.self)
        processID = Int64(try details.optional(Keys.processID, as: UInt32.self) ?? 0)
        region = try details.optional(Keys.region) ?? ""
        applications = Int64(try details.optional(Keys.applications, as: UInt32.self) ?? 0)
        isSignedIn = try details.optional(Keys.signedIn) ?? false
        serviceEntityID = try details.optional(Keys.serviceEntityID).nonEmpty
        stateFolder = try details.optional(Keys.stateFolder).nonEmpty
        unanswered = try details.optional(Keys.unanswered).nonEmpty
    }
}
