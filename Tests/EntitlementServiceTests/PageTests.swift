import HTTPTypes
import Hummingbird
import Testing

@testable import EntitlementService

@Suite("The base of all pages")
struct PageTests {
    private static let sample =
        #"{{<layout}}{{$body}}<h1>{{title}}</h1><p title="{{text}}">{{text}}</p>{{#rows}}<b>{{.}}</b>{{/rows}}{{/body}}{{/layout}}"#

    @Test(
        "texts are escaped, also if a combining mark hides the character from the template engine",
        arguments: [
            "<script>alert(1)</script>", "\" onclick=\"x", "'", "&lt;", "\"\u{301} onclick=x", "\u{600}\"", "<\u{200D}b>",
        ])
    func escaping(text: String) {
        func page(_ text: String) -> String {
            Page(title: "Title", template: Self.sample, content: ["text": .text(text), "rows": .list([.text(text)])]).html
        }
        let (html, empty) = (page(text), page(""))
        #expect(!html.unicodeScalars.split(separator: "\n").contains { $0.starts(with: text.unicodeScalars) })
        let body = html.unicodeScalars.drop { $0 != "p" }
        let shown = String(String.UnicodeScalarView(body))
        #expect(!shown.contains("<script>"))
        // The remaining markup is the template's own.
        for mark in ["\"", "<"] as [Unicode.Scalar] {
            #expect(html.unicodeScalars.count { $0 == mark } == empty.unicodeScalars.count { $0 == mark })
        }
    }

    @Test("an accent on a letter is kept")
    func accents() {
        let html = Page(title: "Title", template: Self.sample, content: ["text": "Ame\u{301}lie & Zoë <3"]).html
        #expect(html.contains("Ame\u{301}lie &amp; Zoë &lt;3"))
    }

    @Test("every page has the strict headers; forms lead only to their declared addresses")
    func headers() {
        var page = Page(title: "Title", template: Self.sample)
        page.formTargets = ["adobepass:"]
        page.headers[.retryAfter] = "30"
        let headers = page.response.headers
        #expect(
            headers[.contentSecurityPolicy]
                == "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self' adobepass:; "
                + "frame-ancestors 'none'; base-uri 'none'")
        #expect(headers[.contentTypeOptions] == "nosniff")
        #expect(headers[.referrerPolicy] == "no-referrer")
        #expect(headers[.cacheControl] == "no-store")
        #expect(headers[.contentType] == "text/html; charset=utf-8")
        #expect(headers[.retryAfter] == "30")
        page.hasLiveData = true
        #expect(page.response.headers[.contentSecurityPolicy]?.contains("connect-src 'self'") == true)
    }

    @Test("no page has an inline script or style: both are assets")
    func assets() async throws {
        var page = Page(title: "Title", template: Self.sample)
        page.scripts = [.submit]
        #expect(page.html.contains("<script src=\"\(Asset.submit.path)\" defer></script>"))
        #expect(page.html.contains("<link rel=\"stylesheet\" href=\"\(Asset.style.path)\">"))
        #expect(!page.html.contains("<style") && !page.html.contains("style="))
        try await Fixture().test { client in
            for asset in Asset.served {
                let answer = try await client.get(asset.path)
                #expect(answer.status == 200 && answer.text == String(buffer: asset.buffer))
                #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(answer.headers[.contentType] == asset.kind.contentType)
                #expect(answer.headers[.contentTypeOptions] == "nosniff")
            }
            #expect(try await client.get("/assets/style-0000000000000000.css").status == 404)
            #expect(try await client.get("/assets/..%2Fsaml.pem").status == 404)
        }
    }

    @Test("an error is a page that explains it, with the request's identifier")
    func refusal() {
        let refusal = ErrorPage(
            title: "The code is unknown", paragraphs: ["It may have ended.", "Get a new one on your TV."],
            links: [.init(label: "Enter a code", address: "/activate")])
        let page = refusal.page(.badRequest, requestID: "request-1")
        #expect(ServiceError(.badRequest, refusal).response(requestID: "request-1").status == .badRequest)
        #expect(page.response.status == .badRequest)
        for part in ["<h1>The code is unknown</h1>", "It may have ended.", "href=\"/activate\"", "request-1"] {
            #expect(page.html.contains(part), "\(part)")
        }
    }

    @Test("cookies: HttpOnly, SameSite=Lax, Secure under TLS only", arguments: ["http://tv.example", "https://tv.example"])
    func cookies(url: String) async throws {
        try await Fixture(options: .at(url)).test { client in
            let cookie = try #require(try await client.get("/activate").headers[.setCookie])
            for attribute in ["HttpOnly", "SameSite=Lax", "Path=/"] { #expect(cookie.contains(attribute), "\(cookie)") }
            #expect(cookie.contains("Secure") == url.hasPrefix("https:"), "\(cookie)")
        }
    }
}
