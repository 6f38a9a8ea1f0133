import HTTPTypes
import Testing

/// A browser without scripts: it keeps cookies, follows redirects within the service, and sends forms as a user would.
struct WalkingBrowser: Sendable {
    /// The content of a page.
    struct Page: Sendable {
        var status = 0
        var headers: HTTPFields = [:]
        var html = ""
        /// The path and query of the page.
        var address = ""
        /// The address for which the browser left the service: `adobepass://ios.app`.
        var destination: String?

        /// The text of the first heading.
        var heading: String { Self.text(html.firstMatch(of: /<h1>(.*?)<\/h1>/)?.1 ?? "") }

        /// The page's text, without its markup.
        var text: String { Self.text(html.replacing(/<[^>]*>/, with: " ")[...]) }

        /// The addresses of links, by their text.
        var links: [String: String] {
            Dictionary(
                html.matches(of: /<a [^>]*href="([^"]*)">(.*?)<\/a>/).map { (Self.text($0.2), Self.text($0.1)) }
            ) { first, _ in first }
        }

        /// The fields of the page's form, with their values.
        var fields: [String: String] {
            var fields: [String: String] = [:]
            for match in html.matches(of: /<input [^>]*>/) {
                guard let name = match.output.firstMatch(of: /name="([^"]*)"/)?.1 else { continue }
                fields[String(name)] = Self.text(match.output.firstMatch(of: /value="([^"]*)"/)?.1 ?? "")
            }
            return fields
        }

        /// The target of the page's form.
        var action: String? { html.firstMatch(of: /<form [^>]*action="([^"]*)"/).map { Self.text($0.1) } }

        static func text(_ html: Substring) -> String {
            var text = String(html)
            for (mark, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
                text = text.replacing(mark, with: sign)
            }
            return text
        }
    }

    /// A cookie that the service has set.
    struct Cookie: Sendable, Equatable {
        var value: String
        var path: String
        var attributes: [String]
    }

    /// Where SAML messages go.
    static let base = "http://127.0.0.1:4711"
    /// Where its own requests go, according to their `Host`.
    static let origin = "http://localhost"

    let client: Client
    private(set) var cookies: [String: Cookie] = [:]
    /// The page that the browser shows.
    private(set) var page = Page()

    /// The address that the browser calls from, as sent by a proxy; nil is the machine itself.
    var address: String?

    init(_ client: Client) {
        self.client = client
    }

    /// Opens an address.
    @discardableResult
    mutating func open(_ address: String) async throws -> Page { try await load(.get, address, nil) }

    /// Sends the page's form.
    @discardableResult
    mutating func submit(_ values: [String: String] = [:]) async throws -> Page {
        let action = try #require(page.action, "\(page.status) \(page.heading): no form")
        return try await post(action, page.fields.merging(values) { $1 })
    }

    /// Sends a form, for any current page.
    @discardableResult
    mutating func post(_ address: String, _ fields: [String: String]) async throws -> Page {
        let body = fields.map { "\(Client.encode($0.key))=\(Client.encode($0.value))" }.joined(separator: "&")
        return try await load(.post, address, body)
    }

    /// Forgets a cookie.
    mutating func forgetCookie(_ name: String) { cookies[name] = nil }

    private mutating func load(_ method: HTTPRequest.Method, _ address: String, _ body: String?) async throws -> Page {
        var (method, address, body) = (method, address, body)
        for _ in 0..<10 {
            for base in [Self.base, Self.origin] where address.hasPrefix(base + "/") { address.removeFirst(base.count) }
            guard address.hasPrefix("/") else {
                page.destination = address
                return page
            }
            let answer = try await send(method, address, body)
            page = Page(status: answer.status, headers: answer.headers, html: answer.text, address: address)
            guard (300..<400).contains(answer.status), let location = answer.headers[.location] else { return page }
            (method, address, body) = (.get, location, nil)
        }
        Issue.record("the redirects have no end")
        return page
    }

    private mutating func send(_ method: HTTPRequest.Method, _ address: String, _ body: String?) async throws -> Client.Answer {
        var headers: HTTPFields = [:]
        headers[HTTPField.Name("X-Forwarded-For")!] = self.address
        let path = address.prefix { $0 != "?" }
        let sent = cookies.filter { path.hasPrefix($0.value.path) }.map { "\($0.key)=\($0.value.value)" }.sorted()
        if !sent.isEmpty { headers[.cookie] = sent.joined(separator: "; ") }
        if body != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let answer = try await client.send(method, address, headers: headers, body: body)
        for text in answer.headers[values: .setCookie] { keep(text) }
        return answer
    }

    private mutating func keep(_ text: String) {
        let parts = text.split(separator: ";").map { $0.trimmingPrefix(" ") }
        guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false), pair.count == 2
        else { return }
        let attributes = parts.dropFirst().map(String.init)
        let path = attributes.first { $0.hasPrefix("Path=") }.map { String($0.dropFirst(5)) } ?? "/"
        let isGone = attributes.contains("Max-Age=0")
        cookies[String(pair[0])] = isGone ? nil : Cookie(value: String(pair[1]), path: path, attributes: attributes)
    }
}

extension WalkingBrowser {
    /// The address that an app opens for a login.
    static func loginAddress(
        code: String, mvpd: String = "AlphaCable", requestor: String = "REF30", domain: String = "example.com",
        redirect: String = "adobepass://ios.app", more: String = ""
    ) -> String {
        "/api/v1/authenticate?reg_code=\(code)&requestor_id=\(requestor)&mso_id=\(mvpd)&domain_name=\(domain)"
            + "&noflash=true&no_iframe=true\(more)&redirect_url=\(Client.encode(redirect))"
    }

    /// Enters a user name and a password, by default the same, on a provider's page.
    @discardableResult
    mutating func enter(_ name: String, password: String? = nil) async throws -> Page {
        try await submit(["username": name, "password": password ?? name, "action": "login"])
    }

    /// Logs in from the address to the app.
    @discardableResult
    mutating func logIn(_ address: String, as name: String = "alice") async throws -> Page {
        try await open(address)
        try await enter(name)
        return try await submit()
    }
}
