import HTTPTypes
import Hummingbird

/// An HTML page: its content and its permissions.
///
/// All values are escaped; scripts and styles come only from ``Asset``, which the Content-Security-Policy enforces.
struct Page: Sendable {
    var status: HTTPResponse.Status = .ok
    let title: String
    /// The template, of ``PageFiles``.
    let template: String
    var content: [String: PageValue] = [:]
    /// The style sheets in addition to the common one.
    var styles: [Asset] = []
    /// The page's scripts. The page must also work without them.
    var scripts: [Asset] = []
    /// The class of the `body`: a provider's colours, a wide page.
    var look: String?
    /// The targets of forms other than the service itself, direct or redirected: sources of a Content-Security-Policy.
    var formTargets: [String] = []
    /// Whether scripts may connect to the service (`connect-src`).
    var hasLiveData = false
    var cookies: [Cookie] = []
    /// Additional headers: `Retry-After`.
    var headers: HTTPFields = [:]

    var html: String {
        var values = content
        values["title"] = .text(title)
        values["styles"] = .list(([.style] + styles).map { .text($0.path) })
        values["scripts"] = .list(scripts.map { .text($0.path) })
        values["look"] = .optional(look)
        return PageTemplate.render(template, values)
    }

    /// The response: the page with the headers that all pages have.
    var response: Response {
        var response = Response.content(status, "text/html; charset=utf-8", html)
        response.headers[.contentSecurityPolicy] = contentSecurityPolicy
        response.headers[.contentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "no-referrer"
        for field in headers { response.headers[field.name] = field.value }
        for cookie in cookies { response.setCookie(cookie) }
        return response
    }

    private var contentSecurityPolicy: String {
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        let live = hasLiveData ? "connect-src 'self'; " : ""
        return "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \(live)form-action \(targets); "
            + "frame-ancestors 'none'; base-uri 'none'"
    }
}

/// A page that explains to a user what happened, and what to do.
struct ErrorPage: Sendable {
    struct Link: Sendable, Equatable {
        let label: String
        /// A path of the service, or a URL that has been checked.
        let address: String
    }

    let title: String
    /// The paragraphs, which say what happened and what the user can do.
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
