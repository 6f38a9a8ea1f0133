import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// A provider in the device's world.
struct ProviderRecord: Sendable, Equatable, JSONConvertible {
    var id: String
    var name: String
    var mvpd: String
    var boardingStatus: String = "SUPPORTED"
    var isInLineUp: Bool = true
    var subscribers: [String] = []
    var schemes: [String] = ["SAML"]
    var isDeveloper: Bool = false
    /// Only for developer providers.
    var authenticationURL: String?
    /// Only for developer providers.
    var requiresSystemTrust: Bool?

    var json: JSON {
        .members([
            "id": id, "name": name, "mvpd": mvpd, "boardingStatus": boardingStatus, "inLineUp": isInLineUp,
            "subscribers": subscribers, "schemes": schemes, "developer": isDeveloper, "authenticationURL": authenticationURL,
            "requiresSystemTrust": requiresSystemTrust,
        ])
    }
}

extension ProviderRecord {
    init(_ details: VariantDictionary) throws {
        id = try details.required(Keys.providerIdentifier, as: String.self)
        name = try details.required(Keys.name, as: String.self)
        mvpd = try details.optional(Keys.mvpd) ?? ""
        boardingStatus = try details.optional(Keys.boardingStatus) ?? "none"
        isInLineUp = try details.optional(Keys.lineUp) ?? false
        subscribers = try details.optional(Keys.subscribers) ?? []
        schemes = try details.optional(Keys.supportedAuthenticationSchemes) ?? []
        isDeveloper = try details.optional(Keys.developer) ?? false
        authenticationURL = try details.optional(Keys.authenticationURL)
        requiresSystemTrust = try details.optional(Keys.requiresSystemTrust)
    }
}
