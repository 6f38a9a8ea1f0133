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
        request = try details.text(Key.request) ?? ""
        let named = try details.text(Key.applicationID)
        let identifier = DisplayText.line(applicationIdentifier ?? named ?? "")
        let name = DisplayText.line(try details.text(Key.applicationName) ?? "")
        self.applicationIdentifier = identifier
        applicationName = name.isEmpty ? identifier.isEmpty ? "An app" : identifier : name
        parent = try details.text(Key.parentWindow).flatMap { ParentWindow($0) }
    }
}
