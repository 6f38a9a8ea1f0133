import TVWorld

/// A provider that a developer added to the device. Mirrors the identity-provider editor of Settings > Developer > TV Provider.
public struct DeveloperProvider: Sendable, Equatable, Identifiable {
    /// The platform identifier ("Identifier"): unique among developer providers; it wins over a catalogue provider of the same
    /// name.
    public var id: String
    /// The name ("Display Name"), without the mark that people see before it.
    public var name: String
    /// The address of the provider's boot script ("Authentication URL"). Kept and shown; the simulator never fetches it.
    public var authenticationURL: String
    /// The schemes in which it answers: at least one.
    public var authenticationSchemes: [AuthenticationScheme]
    /// Whether the address needs a certificate that the system trusts ("Require System Trust").
    public var requiresSystemTrust: Bool

    /// What people see before the name.
    public static let mark = "🚧 "
    /// The longest text of any field, in bytes.
    public static let maximumLength = 1_024

    /// A provider as the editor makes it: SAML, without the need for system trust. What is wrong with it is said by `check`.
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

    /// The editor's rules for one provider.
    ///
    /// - Throws: `InvalidInput` that names the field and what it may hold.
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

    /// The provider as a row of the line-up, with what the catalogue knows under the same identifier.
    func provider(over catalogue: Provider?) -> Provider {
        var provider = catalogue ?? Provider(id: id, name: name, mvpd: id, logoURL: "")
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
