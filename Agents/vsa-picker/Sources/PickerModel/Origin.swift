/// The request and app of a prompt.
public struct Origin: Sendable, Equatable {
    /// The request's object path; empty if the call has none.
    public let request: String
    /// The app's identifier, as determined by `vsad`, for display.
    public let applicationIdentifier: String
    /// The app's name; its identifier if it has none.
    public let applicationName: String
    /// The window above which the prompt is shown.
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
