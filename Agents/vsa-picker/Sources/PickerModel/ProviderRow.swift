/// A row of the provider list.
public struct ProviderRow: Sendable, Equatable {
    /// The provider's identifier, which is the answer.
    public let identifier: String
    /// The displayed name; the identifier if the name has no visible characters.
    public let name: String
    /// The replacement for a logo.
    public let initials: Initials
    /// The location of the logo, if it may be read.
    public let logo: LogoLocation?
    /// Whether the user can sign in to it here.
    public let isSupported: Bool
    /// Whether the app added the row and handles the sign-in itself.
    public let isApplicationProvider: Bool
    /// Whether the app features it.
    public let isFeatured: Bool
    /// A second line with what is special about the row.
    public let note: String?

    let searchText: SearchText

    /// Creates a row from an element of `ChooseProvider`.
    ///
    /// - Throws: `InvalidDetails` with the key.
    public init(_ details: Details, applicationName: String) throws(InvalidDetails) {
        guard let identifier = try details.text(Key.providerIdentifier) else {
            throw InvalidDetails(field: Key.providerIdentifier, reason: "is missing in a provider")
        }
        self.identifier = identifier
        let shownIdentifier = DisplayText.line(identifier)
        let shownName = DisplayText.line(try details.text(Key.name) ?? "")
        name = shownName.isEmpty ? shownIdentifier.isEmpty ? "?" : shownIdentifier : shownName
        initials = Initials(name: name, identifier: identifier)
        logo = try details.text(Key.logo).flatMap { LogoLocation($0) }
        isSupported = try details.flag(Key.supported) ?? true
        isApplicationProvider = try details.flag(Key.applicationProvider) ?? false
        isFeatured = try details.flag(Key.featured) ?? false
        let isDeveloper = try details.flag(Key.developer) ?? false
        if isApplicationProvider {
            note = "Sign in within \(DisplayText.isolated(applicationName))"
        } else if !isSupported {
            note = "Not supported by \(DisplayText.isolated(applicationName))"
        } else {
            note = isDeveloper ? "Developer provider" : nil
        }
        searchText = SearchText([name])
    }
}
