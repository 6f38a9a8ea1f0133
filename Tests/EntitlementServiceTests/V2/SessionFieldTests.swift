import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

/// The fields of sessions and logouts, wrong in every way: the table's answer, never a 500, and nothing is stored with an error.
@Suite("The fields of sessions of REST v2", .app)
struct SessionFieldTests {
    private let app = Client.current

    /// A field as it is sent, and the call's answer: an error's code, or `missing` for a field that counts as not sent.
    private static let fields: [(String, String)] = {
        let long = String(repeating: "x", count: 10_000)
        let addresses = ["other://done", "javascript:alert(1)", "%00", "%20", "%0D%0Ax:y", "https://example.com.other/", long]
        return ["mvpd=", "mvpd", "mvpd=%FF", "MVPD=AlphaCable"].map { ($0, "missing mvpd") }
            + ["NoSuch", "%20", "%00", "AlphaCable%00", long].map { ("mvpd=\($0)", "invalid_integration") }
            + ["", "%FF", "other.example", "%00", "%20", "example.com.other.example", long].map {
                ("domainName=\($0)", "missing domainName")
            }
            + ["", "%FF"].map { ("redirectUrl=\($0)", "missing redirectUrl") }
            + addresses.map { ("redirectUrl=\($0)", "invalid_parameter_redirect_url") }
    }()

    /// The form with one field replaced.
    private static func form(_ field: String) -> String {
        let others = ["mvpd=GammaSat", "domainName=example.com", "redirectUrl=adbe.example%3A%2F%2Fdone"]
        let name = field.prefix { $0 != "=" }.lowercased()
        return (others.filter { !$0.lowercased().hasPrefix(name) } + [field]).joined(separator: "&")
    }

    private func post(_ path: String, _ form: String, headers: HTTPFields = Client.headers()) async throws -> Client.Answer {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await app.send(.post, path, headers: headers, body: form)
    }

    private func check(_ answer: Client.Answer, _ outcome: String, _ note: String) {
        let words = outcome.split(separator: " ").map(String.init)
        if words.count == 2 {
            #expect(answer.status == 200 && answer.json["missingParameters"]?.texts == [words[1]], "\(note): \(answer.text)")
        } else {
            #expect(answer.status == 400 && answer.code == outcome, "\(note): \(answer.text)")
        }
    }

    @Test("E2 each field missing, empty, unknown, too long, or not UTF-8", arguments: fields)
    func create(field: String, outcome: String) async throws {
        let engine = app.fixture.environment.engine
        check(try await post("/api/v2/REF30/sessions", Self.form(field)), outcome, field)
        let stored = try await engine.store.count(RecordQuery<RegistrationCode>())
        #expect(stored == (outcome.hasPrefix("missing") ? 1 : 0))
    }

    @Test("E3 the same fields; with an error the session is not changed", arguments: fields)
    func resume(field: String, outcome: String) async throws {
        let code = try #require(try await post("/api/v2/REF30/sessions", "").json["code"]?.text)
        let path = "/api/v2/REF30/sessions/\(code)"
        let before = try await app.get(path).text
        check(try await post(path, Self.form(field)), outcome, field)
        if !outcome.hasPrefix("missing") { #expect(try await app.get(path).text == before) }
    }

    @Test("E12 a wrong address is missing there, and the provider is the account's", arguments: fields)
    func partner(field: String, outcome: String) async throws {
        let answer = try await post("/api/v2/REF30/sessions/sso/Apple", Self.form(field))
        let missing = field.hasPrefix("domainName") ? ["domainName"] : field.hasPrefix("redirectUrl") ? ["redirectUrl"] : []
        let expected = ["mvpd"] + missing
        #expect(answer.status == 200 && answer.json["missingParameters"]?.texts == expected, "\(field): \(answer.text)")
    }

    @Test("The first of two equal fields counts, and a field in the query is ignored")
    func twice() async throws {
        let first = try await post("/api/v2/REF30/sessions", "mvpd=GammaSat&mvpd=NoSuch")
        #expect(first.json["mvpd"] == "GammaSat", "\(first.text)")
        #expect(try await post("/api/v2/REF30/sessions?mvpd=GammaSat", "").json["mvpd"] == nil)
    }

    @Test("E11 a wrong address deletes nothing", arguments: ["other://done", "javascript:alert(1)", "%00", "%20", "x"])
    func logout(address: String) async throws {
        _ = try await app.logIn(try await app.createSession())
        let path = Endpoint.logout.path(mvpd: "GammaSat") + "?redirectUrl=\(address)"
        check(try await app.call(.logout, path: path), "invalid_parameter_redirect_url", address)
        #expect(try await app.call(.profiles).json["profiles"]?["GammaSat"] != nil)
    }
}
