import Foundation
import HTTPTypes
import Synchronization

/// A browser without scripts for the dashboard: it keeps cookies, sends forms, and follows redirects.
final class DashboardBrowser: Sendable {
    let client: Client
    private let cookies: Mutex<[String: String]>

    init(_ client: Client, cookies: [String: String] = [:]) {
        self.client = client
        self.cookies = Mutex(cookies)
    }

    /// Another browser with the same cookies.
    func copy() -> DashboardBrowser { DashboardBrowser(client, cookies: cookies.withLock { $0 }) }

    func get(_ path: String) async throws -> Client.Answer { try await send(.get, path) }

    /// Sends a form of a page, and follows the redirects.
    func submit(_ path: String, _ fields: [String: String], from page: String = "/dashboard/applications") async throws
        -> Client.Answer
    {
        let answer = try await post(path, fields, token: Self.formToken(in: try await get(page).text))
        guard answer.status == 303, let location = answer.headers[.location] else { return answer }
        return try await get(String(location.prefix { $0 != "#" }))
    }

    /// Sends a form.
    func post(_ path: String, _ fields: [String: String], token: String?) async throws -> Client.Answer {
        var fields = fields
        fields["form_token"] = token
        let body = fields.map { "\(Client.encode($0.key))=\(Client.encode($0.value))" }.joined(separator: "&")
        return try await send(.post, path, body: body)
    }

    /// Sends the form of the login.
    func logIn(_ token: String) async throws -> Client.Answer {
        try await post("/dashboard/login", ["token": token], token: Self.formToken(in: try await get("/dashboard/login").text))
    }

    static func formToken(in page: String) -> String? {
        page.components(separatedBy: "name=\"form_token\" value=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }

    func send(_ method: HTTPRequest.Method, _ path: String, body: String? = nil) async throws -> Client.Answer {
        var headers: HTTPFields = [:]
        let kept = cookies.withLock { $0 }
        if !kept.isEmpty { headers[.cookie] = kept.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        if body != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let answer = try await client.send(method, path, headers: headers, body: body)
        for cookie in answer.headers[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies.withLock { $0[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1]) }
        }
        return answer
    }
}

extension Fixture {
    /// Runs a test against the router, as a user with a browser.
    func testBrowser(_ body: @Sendable (DashboardBrowser) async throws -> Void) async throws {
        try await test { try await body(DashboardBrowser($0)) }
    }
}

extension String {
    /// The text of the page's notice or alert with an identifier.
    func element(id: String) -> String? {
        components(separatedBy: "id=\"\(id)\"").dropFirst().first
            .flatMap { $0.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first }
            .map { String($0.prefix { $0 != "<" }) }
    }

    func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
