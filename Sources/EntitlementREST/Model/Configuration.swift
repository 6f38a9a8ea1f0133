import Foundation
import ServiceAccess

/// The service's configuration of a service provider: the providers for a picker. It does not depend on the user.
public struct Configuration: Sendable, Hashable {
    /// The service provider.
    public let id: String
    /// Its name.
    public let name: String?
    /// Its domains.
    public let domains: [String]
    /// The providers, in order.
    public let providers: [Provider]
    /// The configuration as received.
    package let json: JSONValue

    init(_ json: JSONValue) throws(EntitlementClientError) {
        self.json = json
        let root = try Reader(json, "the answer")
        let requestor = try Reader(json["requestor"], "requestor")
        id = try requestor.text("id")
        name = try requestor.optionalText("name")
        domains =
            json["requestor"]?["domains"] == nil
            ? []
            : try requestor.objects("domains") { (json) throws(EntitlementClientError) in
                try Reader(json, "a domain").text("name")
            }
        // Inside the requestor according to the samples, next to it according to the table of fields.
        let holder = json["requestor"]?["mvpds"] == nil ? root : requestor
        providers = try holder.objects("mvpds", Provider.init)
    }

    /// Returns a provider.
    public func provider(_ mvpd: String) -> Provider? { providers.first { $0.id == mvpd } }

    func provider(platform identifier: String) -> Provider? { providers.first { $0.platformMappingID == identifier } }
}

/// A provider (MVPD) in the configuration.
public struct Provider: Sendable, Hashable, Identifiable {
    /// The identifier.
    public let id: String
    /// The name to display.
    public let displayName: String
    /// The logo.
    public let logoURL: URL?
    /// Whether it is a temporary pass, which needs neither a session nor a login.
    public let isTemporaryPass: Bool
    /// Whether the device's account can sign in to this provider.
    public let enablesPlatformServices: Bool
    /// `SUPPORTED` or `PICKER`; nil for a provider outside the platform's single sign-on.
    public let boardingStatus: String?
    /// Whether the system's picker lists it.
    public let isInPlatformPicker: Bool
    /// The platform's identifier.
    public let platformMappingID: String?

    init(_ json: JSONValue) throws(EntitlementClientError) {
        let reader = try Reader(json, "an MVPD")
        id = try reader.text("id")
        displayName = try reader.optionalText("displayName") ?? id
        logoURL = try reader.optionalText("logoUrl").flatMap { URL(string: $0) }
        isTemporaryPass = try reader.flag("isTempPass")
        enablesPlatformServices = try reader.flag("enablePlatformServices")
        boardingStatus = try reader.optionalText("boardingStatus")
        isInPlatformPicker = try reader.optional("displayInPlatformPicker", \.flag) ?? true
        platformMappingID = try reader.optionalText("platformMappingId")
    }
}
