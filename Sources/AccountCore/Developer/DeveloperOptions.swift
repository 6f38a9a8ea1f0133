import TVWorld

/// A provider that a developer added to the device. Mirrors the identity-provider editor of Settings > Developer > TV Provider.
public struct DeveloperProvider: Sendable, Equatable, Identifiable {
    /// The platform identifier ("Identifier"): unique among developer providers; it takes precedence over a catalogue provider
    /// with the same identifier.
    public var id: String
    /// The name ("Display Name"), without the mark that is displayed before it.
    public var name: String
    /// The address of the provider's boot script ("Authentication URL"). Stored and displayed; the simulator never fetches it.
    public var authenticationURL: String
    /// The schemes in which it responds: at least one.
    public var authenticationSchemes: [AuthenticationScheme]
    /// Whether the address requires a certificate that the system trusts ("Require System Trust").
    public var requiresSystemTrust: Bool

    /// The mark that is displayed before the name.
    public static let mark = "🚧 "
    /// The maximum length of any field, in bytes.
    public static let maximumLength = 1_024

    /// Creates a provider with the editor's defaults: SAML, without system trust. `check` validates it.
    public init(
        id: String, name: String, authenticationURL: String, authenticationSchemes: [AuthenticationScheme] = [.saml],
        requiresSystemTrust: Bool = false
    ) {
        self.id = id
        self.name = name
        self.authenticationURL = authenticationURL
        self.authenticationSchemes = authenticationSchemes
        self.requiresSystemTrust = requiresSystemTrust
    }

    /// Validates the provider by the editor's rules.
    ///
    /// - Throws: `InvalidInput` with the field and what is accepted.
    public func check() throws(InvalidInput) {
        try Self.check(name, field: "name", what: "a name")
        try Self.check(id, field: "provider-identifier", what: "an identifier such as test.example")
        try Self.check(authenticationURL, field: "authentication-url", what: "an http or https address")
        let address = authenticationURL.lowercased()
        guard let scheme = ["https://", "http://"].first(where: address.hasPrefix), address.utf8.count > scheme.utf8.count,
            !requiresSystemTrust || scheme == "https://"
        else {
            throw InvalidInput(
                field: "authentication-url",
                message: "must be an http or https address; https when requires-system-trust is true")
        }
        guard !authenticationSchemes.isEmpty, Set(authenticationSchemes).count == authenticationSchemes.count else {
            throw InvalidInput(
                field: "supported-authentication-schemes", message: "must name at least one of SAML and API, each once")
        }
    }

    /// Returns the provider as a row of the line-up, with the catalogue's data for the same identifier.
    func provider(over catalogue: Provider?) -> Provider {
        var provider = catalogue ?? Provider(id: id, name: name, mvpd: id)
        if catalogue == nil { provider.logoURL = "" }
        provider.name = Self.mark + name
        provider.boarding = .supported
        provider.isInLineUp = true
        provider.regions = []
        provider.authenticationSchemes = authenticationSchemes
        provider.isTemporaryPass = false
        return provider
    }

    private static func check(_ text: String, field: String, what: String) throws(InvalidInput) {
        let isBlank = text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
        let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !isBlank, !hasControl, text.utf8.count <= maximumLength else {
            throw InvalidInput(
                field: field, message: "must be \(what): 1 to \(maximumLength) bytes, not blank, without control characters")
        }
    }
}

/// The switches of Settings > Developer > TV Provider; the defaults are Apple's. Mirrors `VSDeveloperSettings`.
public struct DeveloperSettings: Sendable, Equatable {
    /// The settings that differ from their defaults.
    private(set) var changed: [DeveloperSetting: DeveloperSettingValue] = [:]

    /// Creates settings with Apple's defaults.
    public init() {}

    /// The value of a setting.
    public subscript(setting: DeveloperSetting) -> DeveloperSettingValue { changed[setting] ?? setting.standard }

    /// Returns whether a switch is on.
    func isOn(_ setting: DeveloperSetting) -> Bool { self[setting] == .flag(true) }

    /// Changes a setting.
    ///
    /// - Throws: `InvalidInput` with the setting if the value has the wrong type or is too long.
    public mutating func set(_ setting: DeveloperSetting, to value: DeveloperSettingValue) throws(InvalidInput) {
        func refusal(_ message: String) -> InvalidInput { InvalidInput(field: setting.rawValue, message: message) }
        switch (setting.isText, value) {
        case (false, .flag): break
        case (true, .text(let text)):
            guard text.utf8.count <= DeveloperProvider.maximumLength else {
                throw refusal("must be at most \(DeveloperProvider.maximumLength) bytes")
            }
        case (true, .flag): throw refusal("must be a string")
        case (false, .text): throw refusal("must be true or false")
        }
        changed[setting] = value == setting.standard ? nil : value
    }
}

/// A developer's configuration of the device: the switches and the providers of Settings > Developer > TV Provider.
public struct DeveloperOptions: Sendable, Equatable {
    /// The switches.
    public var settings = DeveloperSettings()
    /// The providers, in the order in which they were added; their identifiers are unique.
    public var providers: [DeveloperProvider] = []

    /// The maximum number of providers.
    public static let maximumProviders = 1_000

    /// Creates the default configuration.
    public init() {}

    /// Returns the provider with an identifier.
    public func provider(id: String) -> DeveloperProvider? { providers.first { $0.id == id } }
}
