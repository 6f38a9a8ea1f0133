/// Which request of which app a prompt belongs to.
public struct Origin: Sendable, Equatable {
    /// The request's object path; empty when the call named none.
    public let request: String
    /// The app's identifier, as `vsad` found it out, to be shown.
    public let applicationIdentifier: String
    /// The app's name; its identifier where it has none.
    public let applicationName: String
    /// The window that the prompt belongs over.
    public let parent: ParentWindow?

    init(details: Details, applicationIdentifier: String? = nil) throws(InvalidDetails) {
        request = try details.text("request") ?? ""
        let named = try details.text("application-id")
        let identifier = DisplayText.line(applicationIdentifier ?? named ?? "")
        let name = DisplayText.line(try details.text("application-name") ?? "")
        self.applicationIdentifier = identifier
        applicationName = name.isEmpty ? identifier.isEmpty ? "An app" : identifier : name
        parent = try details.text("parent-window").flatMap { ParentWindow($0) }
    }
}
