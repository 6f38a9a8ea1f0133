import AsyncHTTPClient
import Encodings
import Foundation
import NIOCore
import NIOHTTP1
import ServiceAccess

/// A login at a provider without a browser: follows redirects, submits forms, and fills in user name and password.
package struct FormWalk: Sendable {
    /// The reason why the login did not finish.
    package struct Failure: Error {
        package let text: String
    }

    /// A page of the login.
    private struct Page {
        var address: URL
        var status: UInt
        var html: String

        var form: String? { html.firstMatch(of: /(?s)<form.*?<\/form>/).map { String($0.0) } }
        var title: String { Self.text(html.firstMatch(of: /(?s)<h1[^>]*>(.*?)<\/h1>/)?.1 ?? "") }
        var error: String {
            let mark = html.firstMatch(of: /(?s)<[a-z]+ [^>]*(?:class|id)="[^"]*error[^"]*"[^>]*>(.*?)<\//)?.1
            return Self.text(mark ?? "")
        }

        /// The links to the providers of a list.
        var providerLinks: [String] {
            html.matches(of: /<a [^>]*href="([^"]*)"/).map { Self.text($0.1) }.filter { link in
                ["/api/v1/authenticate?", "/api/v2/authenticate/", "/activate/login?"].contains { link.contains($0) }
            }
        }

        /// The link to all providers, on a page that shows only the preselected one.
        var otherProvidersLink: String? {
            html.firstMatch(of: /<a [^>]*href="([^"]*[?&;]all=1)"/).map { Self.text($0.1) }
        }

        static func text(_ html: Substring) -> String {
            var text = String(html.replacing(/<[^>]*>/, with: ""))
            for (mark, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
                text = text.replacing(mark, with: sign)
            }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    private let user: String
    private let password: String
    private let provider: String?
    /// The cookies, by the host that set them and by name.
    private var cookies: [String: [String: (value: String, path: String)]] = [:]
    /// The addresses of the service: that of the first page, and possibly its public one.
    private var origins: Set<String> = []
    private var hasLoggedIn = false

    /// A client that trusts the same authorities as the library.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.tlsConfiguration = ServiceTrust.configuration(environment: ProcessInfo.processInfo.environment)
        // A refused connection is reported at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The time limit of a request ends with the head of its response.
        configuration.timeout.read = .seconds(30)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// Creates a walk with the credentials that a user would enter.
    ///
    /// - Parameter provider: The MVPD to choose where a list is shown; nil for the first one.
    package init(user: String, password: String, provider: String? = nil) {
        self.user = user
        self.password = password
        self.provider = provider
    }

    /// Walks from a page to the end.
    ///
    /// - Parameter end: The address at which the pages end, if it is not one of the app's own scheme.
    /// - Returns: The address at which the browser returns to the app; nil if the last page leads nowhere.
    /// - Throws: ``Failure``.
    package mutating func walk(from address: String, endingAt end: String? = nil) async throws(Failure) -> String? {
        guard let url = URL(string: address) else { throw Failure(text: "\(address) is not a valid URL.") }
        var step: (method: HTTPMethod, url: URL, body: String?) = (.GET, url, nil)
        var isEncrypted = false
        origins = []
        for _ in 0..<20 {
            let scheme = step.url.scheme?.lowercased()
            guard ["http", "https"].contains(scheme) else { return step.url.absoluteString }
            if step.url.absoluteString == end { return end }
            guard scheme == "https" || !isEncrypted else {
                throw Failure(text: "The page leads from https to http. The service needs --public-url or --trusted-proxy.")
            }
            isEncrypted = scheme == "https"
            try enter(step.url, step.method)
            let answer = try await send(step.method, step.url, step.body)
            if (300..<400).contains(answer.page.status), let location = answer.location {
                step = [307, 308].contains(answer.page.status) ? (step.method, location, step.body) : (.GET, location, nil)
                continue
            }
            guard let next = try next(after: answer.page) else { return nil }
            step = next
        }
        throw Failure(text: "The login pages did not end.")
    }

    /// Accepts the origin of a page if it is the service's, which may have a public origin in addition to that of the first page.
    /// The user's password is sent to no other.
    private mutating func enter(_ url: URL, _ method: HTTPMethod) throws(Failure) {
        let host = url.host ?? ""
        let origin = "\(host):\(url.port ?? 0)"
        guard !origins.contains(origin) else { return }
        guard origins.count < 2, method == .GET, !hasLoggedIn else {
            throw Failure(
                text: "The page leads to another host, \(host). Set VSASIM_SERVICE_URL to the service's public URL.")
        }
        origins.insert(origin)
    }

    private mutating func next(after page: Page) throws(Failure) -> (method: HTTPMethod, url: URL, body: String?)? {
        if let link = try chosenLink(of: page), let url = URL(string: link, relativeTo: page.address) { return (.GET, url, nil) }
        guard page.status < 400 else {
            throw Failure(text: "\(page.status) \(page.error.isEmpty ? page.title : page.error)")
        }
        guard let form = page.form, let action = form.firstMatch(of: /action="([^"]*)"/)?.1,
            let url = URL(string: Page.text(action), relativeTo: page.address)
        else { return nil }
        var fields = Self.fields(of: form)
        if fields.contains(where: { $0.name == "password" }) {
            guard !hasLoggedIn else { throw Failure(text: "The provider asks again: \(page.error)") }
            hasLoggedIn = true
            fields.removeAll { ["username", "password", "action"].contains($0.name) }
            fields += [HTTPRequest.Field](["username": user, "password": password, "action": "login"])
        }
        return (.POST, url, PercentEncoding.encode(fields))
    }

    /// Returns the link to follow on a page with a list of providers; nil on other pages.
    private func chosenLink(of page: Page) throws(Failure) -> String? {
        let links = page.providerLinks
        guard let provider, !links.isEmpty else { return links.first }
        let value = PercentEncoding.encode(provider)
        let chosen = links.first { link in
            link.contains("mso_id=\(value)&") || link.hasSuffix("mvpd=\(value)") || link.contains("mvpd=\(value)&")
        }
        guard let link = chosen ?? page.otherProvidersLink else {
            throw Failure(text: "The page does not offer the provider \(provider).")
        }
        return link
    }

    private static func fields(of form: String) -> [HTTPRequest.Field] {
        form.matches(of: /<input [^>]*>/).compactMap { input in
            guard let name = input.output.firstMatch(of: /name="([^"]*)"/)?.1 else { return nil }
            let value = Page.text(input.output.firstMatch(of: /value="([^"]*)"/)?.1 ?? "")
            return HTTPRequest.Field(name: String(name), value: value)
        }
    }

    private mutating func send(
        _ method: HTTPMethod, _ url: URL, _ body: String?
    ) async throws(Failure) -> (page: Page, location: URL?) {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = method
        let host = url.host ?? ""
        let sent = cookies[host, default: [:]].filter { url.path.hasPrefix($0.value.path) }
            .map { "\($0.key)=\($0.value.value)" }.sorted()
        if !sent.isEmpty { request.headers.add(name: "Cookie", value: sent.joined(separator: "; ")) }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: body))
        }
        do {
            let answer = try await Self.client.execute(request, timeout: .seconds(30))
            for text in answer.headers["Set-Cookie"] { keep(text, of: host) }
            let html = String(buffer: try await answer.body.collect(upTo: 1 << 20))
            let location = answer.headers.first(name: "Location").flatMap { URL(string: $0, relativeTo: url) }
            return (Page(address: url, status: answer.status.code, html: html), location)
        } catch {
            throw Failure(text: "\(host): \(ConnectionFailure.reason(error))")
        }
    }

    private mutating func keep(_ text: String, of host: String) {
        let parts = text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false), pair.count == 2
        else { return }
        let path = parts.first { $0.hasPrefix("Path=") }.map { String($0.dropFirst(5)) } ?? "/"
        cookies[host, default: [:]][String(pair[0])] = parts.contains("Max-Age=0") ? nil : (String(pair[1]), path)
    }
}
