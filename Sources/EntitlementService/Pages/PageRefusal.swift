import HTTPTypes
import Hummingbird

/// The reason why a browser does not receive the requested page: shown as a page.
struct PageRefusal: Error, Equatable {
    /// A link on the page.
    struct Link: Sendable, Equatable {
        let label: String
        /// A path of the service, or a URL that was checked.
        let address: String
    }

    /// The answer's status.
    let status: HTTPResponse.Status
    /// The heading.
    let title: String
    /// What happened, and what the user can do: one paragraph each.
    var paragraphs: [String]
    /// The links to continue.
    var links: [Link] = []
    /// The class of the `body`.
    var look: String?
    /// The path of a logo above the heading.
    var logo: String?
    /// More headers: `Retry-After`.
    var headers: HTTPFields = [:]

    /// A refusal.
    init(_ status: HTTPResponse.Status, _ title: String, _ paragraphs: String...) {
        self.init(status, title, paragraphs: paragraphs)
    }

    /// A refusal with a list of paragraphs.
    init(_ status: HTTPResponse.Status, _ title: String, paragraphs: [String]) {
        self.status = status
        self.title = title
        self.paragraphs = paragraphs
    }

    /// The page that says so.
    ///
    /// - Parameter requestID: The response's `Adobe-Request-Id`, which identifies the request in the service's log.
    func page(requestID: String) -> Page {
        var page = Page(
            title, .message,
            [
                "paragraphs": .list(paragraphs.map { .text($0) }),
                "links": .list(links.map { .object(["label": .text($0.label), "address": .text($0.address)]) }),
                "reference": .text(requestID), "logo": .optional(logo),
            ])
        page.status = status
        page.look = look
        page.headers = headers
        return page
    }
}
