import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ProjectTesting
import Testing

/// A browser without scripts, for the pages of the service and of providers: it keeps cookies, follows redirects within
/// the service, and sends forms as a user would.
struct PageVisitor: Sendable {
    /// The contents of a page.
    struct Page: Sendable {
        var status: UInt = 0
        var html = ""
        /// The path and query of the page.
        var address = ""

        /// The page's text, without its markup.
        var text: String { Self.text(html.replacing(/<[^>]*>/, with: " ")[...]) }

        /// The targets of the page's links.
        var links: [String] { html.matches(of: /<a [^>]*href="([^"]*)"/).map { Self.text($0.1) } }

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

        /// The text of a part of a page.
        static func text(_ html: Substring) -> String {
            var text = String(html)
            for (mark, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
                text = text.replacing(mark, with: sign)
            }
            return text
        }
    }

    private let service: String
    private var cookies: [String: (value: String, path: String)] = [:]
    /// The page that is shown.
    private(set) var page = Page()
    /// The address for which the browser left the service: `adobepass://ios.app`.
    private(set) var destination: String?

    /// A visitor of a service's pages.
    init(service: String) {
        self.service = service
    }

    /// It exists until the tests end.
    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))

    /// Opens an address.
    ///
    /// - Throws: The transport's error.
    mutating func open(_ address: String) async throws { try await load(.GET, address, nil) }

    /// Sends the page's form.
    ///
    /// - Throws: An error if the page has no form, or the transport's error.
    mutating func submit(_ values: [String: String] = [:]) async throws {
        let action = try #require(page.action, "no form on the page \(page.status) \(page.text)")
        let fields = page.fields.merging(values) { $1 }
        let body = fields.map { "\(ServiceClient.encoded($0.key))=\(ServiceClient.encoded($0.value))" }
        try await load(.POST, action, body.joined(separator: "&"))
    }

    /// Logs in on the login page that is shown, to the end.
    ///
    /// - Throws: An error if there is none, or the transport's error.
    mutating func logIn(as name: String, password: String) async throws {
        try await submit(["username": name, "password": password, "action": "login"])
        // The page that sends the provider's answer to the service.
        try await submit()
    }

    /// Opens the address at which the pages have ended, where a program on this machine waits for the browser.
    ///
    /// - Throws: An error if they have not ended, or the transport's error.
    func leave() async throws {
        let address = try #require(destination, "the page \(page.status) \(page.text) is not the end")
        let answer = try await Self.client.execute(HTTPClientRequest(url: address), timeout: .seconds(60))
        #expect(try await Self.text(answer).contains("Go back to the app"), "\(address)")
    }

    private mutating func load(_ method: HTTPMethod, _ address: String, _ body: String?) async throws {
        var (method, address, body) = (method, address, body)
        for _ in 0..<10 {
            if address.hasPrefix(service) { address.removeFirst(service.count) }
            guard address.hasPrefix("/") else {
                destination = address
                return
            }
            let answer = try await send(method, address, body)
            page = Page(status: answer.status.code, html: try await Self.text(answer), address: address)
            guard (300..<400).contains(answer.status.code), let location = answer.headers.first(name: "Location") else { return }
            (method, address, body) = (.GET, location, nil)
        }
        Issue.record("the redirects have no end")
    }

    private mutating func send(_ method: HTTPMethod, _ address: String, _ body: String?) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: service + address)
        request.method = method
        let path = address.prefix { $0 != "?" }
        let sent = cookies.filter { path.hasPrefix($0.value.path) }.map { "\($0.key)=\($0.value.value)" }.sorted()
        if !sent.isEmpty { request.headers.add(name: "Cookie", value: sent.joined(separator: "; ")) }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: body))
        }
        let answer = try await Self.client.execute(request, timeout: .seconds(60))
        for text in answer.headers["Set-Cookie"] { keep(text) }
        return answer
    }

    private static func text(_ answer: HTTPClientResponse) async throws -> String {
        String(buffer: try await answer.body.collect(upTo: 1 << 20))
    }

    private mutating func keep(_ text: String) {
        let parts = text.split(separator: ";").map { $0.trimmingPrefix(" ") }
        guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false), pair.count == 2
        else { return }
        let path = parts.first { $0.hasPrefix("Path=") }.map { String($0.dropFirst(5)) } ?? "/"
        cookies[String(pair[0])] = parts.contains("Max-Age=0") ? nil : (String(pair[1]), path)
    }
}
