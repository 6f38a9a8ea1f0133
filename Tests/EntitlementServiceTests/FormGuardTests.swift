import Crypto
import EntitlementCore
import Testing

@testable import EntitlementService

@Suite("Forms are accepted only from the service's own pages (CSRF)")
struct FormGuardTests {
    private let forms = FormGuard(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))

    @Test("a form's token is valid in the same browser for the same purpose")
    func accepted() {
        let browser = forms.browser(cookie: nil, random: SystemRandomSource())
        #expect(forms.browser(cookie: nil, random: SystemRandomSource()) != browser)
        let token = forms.token(for: browser, purpose: "login alpha")
        #expect(forms.browser(cookie: browser, random: SystemRandomSource()) == browser)
        #expect(forms.accepts(token, cookie: browser, purpose: "login alpha"))
    }

    @Test("another purpose, another browser, no cookie, no token, another key, a cookie of another form: rejected")
    func refused() {
        let one = String(repeating: "a1", count: 16)
        let token = forms.token(for: one, purpose: "login alpha")
        #expect(forms.accepts(token, cookie: one, purpose: "login alpha"))
        #expect(!forms.accepts(token, cookie: one, purpose: "login beta"))
        let others = FormGuard(key: SymmetricKey(data: [UInt8](repeating: 8, count: 32)))
        #expect(!others.accepts(token, cookie: one, purpose: "login alpha"))
        let flaws: [(cookie: String?, token: String?)] = [
            (String(repeating: "b2", count: 16), token), (nil, token), (one, nil), (one, ""),
            (one, String(token.dropLast())), ("short", token), (String(repeating: "A1", count: 16), token),
        ]
        for flaw in flaws {
            #expect(
                !forms.accepts(flaw.token, cookie: flaw.cookie, purpose: "login alpha"),
                "\(flaw.cookie ?? "-") \(flaw.token ?? "-")")
        }
    }
}
