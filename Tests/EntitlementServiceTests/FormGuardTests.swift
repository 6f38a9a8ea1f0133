import Crypto
import EntitlementCore
import Testing

@testable import EntitlementService

@Suite("Forms are accepted only from the service's own pages (CSRF)")
struct FormGuardTests {
    private let forms = FormGuard(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))

    @Test("a form's token is good in the same browser for the same purpose")
    func accepted() {
        let browser = forms.browser(cookie: nil, random: SystemRandomSource())
        #expect(browser.isNew)
        let token = forms.token(for: browser, purpose: "login alpha")
        let again = forms.browser(cookie: browser.identifier, random: SystemRandomSource())
        #expect(again == .init(identifier: browser.identifier, isNew: false))
        #expect(forms.accepts(token, cookie: browser.identifier, purpose: "login alpha"))
    }

    @Test("another purpose, another browser, no cookie, no token, another key, a cookie of another form: rejected")
    func refused() {
        let one = FormGuard.Browser(identifier: String(repeating: "a1", count: 16), isNew: false)
        let token = forms.token(for: one, purpose: "login alpha")
        #expect(forms.accepts(token, cookie: one.identifier, purpose: "login alpha"))
        #expect(!forms.accepts(token, cookie: one.identifier, purpose: "login beta"))
        let others = FormGuard(key: SymmetricKey(data: [UInt8](repeating: 8, count: 32)))
        #expect(!others.accepts(token, cookie: one.identifier, purpose: "login alpha"))
        let flaws: [(cookie: String?, token: String?)] = [
            (String(repeating: "b2", count: 16), token), (nil, token), (one.identifier, nil), (one.identifier, ""),
            (one.identifier, String(token.dropLast())), ("short", token), (String(repeating: "A1", count: 16), token),
        ]
        for flaw in flaws {
            #expect(
                !forms.accepts(flaw.token, cookie: flaw.cookie, purpose: "login alpha"),
                "\(flaw.cookie ?? "-") \(flaw.token ?? "-")")
        }
    }
}
