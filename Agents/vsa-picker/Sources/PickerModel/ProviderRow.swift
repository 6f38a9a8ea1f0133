/// One row of the provider list.
public struct ProviderRow: Sendable, Equatable {
    /// The provider's identifier: what is answered.
    public let identifier: String
    /// The name to show; the identifier where the name shows nothing.
    public let name: String
    /// Drawn in place of a logo.
    public let initials: Initials
    /// Where the logo is, if it may be read.
    public let logo: LogoLocation?
    /// Whether one can sign in there from here.
    public let isSupported: Bool
    /// Whether the app brought the row and signs in there by itself.
    public let isApplicationProvider: Bool
    /// Whether the app features it.
    public let isFeatured: Bool
    /// A second line: what is special about the row.
    public let note: String?

    let searchText: SearchText

    /// Reads a row of `ChooseProvider`.
    ///
    /// - Throws: `InvalidDetails` naming the key.
    public init(_ details: Details, applicationName: String) throws(InvalidDetails) {
        guard let identifier = try details.text("provider-identifier") else {
            throw InvalidDetails(field: "provider-identifier", reason: "is missing in a provider")
        }
        self.identifier = identifier
        let shownIdentifier = DisplayText.line(identifier)
        let shownName = DisplayText.line(try details.text("name") ?? "")
        name = shownName.isEmpty ? shownIdentifier.isEmpty ? "?" : shownIdentifier : shownName
        initials = Initials(name: name, identifier: identifier)
        logo = try details.text("logo").flatMap { LogoLocation($0) }
        isSupported = try details.flag("supported") ?? true
        isApplicationProvider = try details.flag("application-provider") ?? false
        isFeatured = try details.flag("featured") ?? false
        let isDeveloper = try details.flag("developer") ?? false
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
