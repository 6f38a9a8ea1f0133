import HTTPTypes

/// A page that explains to a user what happened, and what to do.
struct ErrorPage: Sendable {
    struct Link: Sendable, Equatable {
        let label: String
        /// A path of the service, or a URL that has been checked.
        let address: String
    }

    let title: String
    /// What happened, and what the user can do: one paragraph each.
    var paragraphs: [String]
    var links: [Link] = []
    /// The class of the `body`.
    var look: String?
    /// The path of a logo above the heading.
    var logo: String?

    /// Returns the page.
    ///
    /// - Parameter requestID: The response's `Adobe-Request-Id`, which identifies the request in the service's log.
    func page(_ status: HTTPResponse.Status, requestID: String) -> Page {
        Page(
            status: status, title: title, template: PageFiles.messageMustache,
            content: [
                "paragraphs": .list(paragraphs.map { .text($0) }),
                "links": .list(links.map { ["label": .text($0.label), "address": .text($0.address)] }),
                "reference": .text(requestID), "logo": .optional(logo),
            ], look: look)
    }
}
