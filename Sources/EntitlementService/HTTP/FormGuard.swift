import Crypto
import Encodings
import EntitlementCore
import Foundation
import Hummingbird

/// A guard that distinguishes forms of the service's own pages from those that other sites submit through the browser (CSRF).
///
/// The token in a form is an HMAC over the browser's cookie and the form's purpose: another site can neither read nor create it.
/// Nothing is stored.
struct FormGuard: Sendable {
    /// The name of the form's hidden field.
    static let field = "form_token"
    /// The cookie that identifies browsers.
    static let cookieName = "vsasim_form"

    /// The key of the tokens, which are valid until it changes.
    let key: SymmetricKey

    /// Returns the identifier of the browser that sent a cookie, the random text in it, or a new one.
    func browser(cookie: String?, random: some RandomSource) -> String {
        if let cookie, Self.isIdentifier(cookie) { cookie } else { hexadecimal(random.bytes(16)) }
    }

    /// Returns the token of a form in a browser.
    ///
    /// - Parameter purpose: The form's action and its object; the token is valid only for these.
    func token(for browser: String, purpose: String) -> String {
        let text = Data("\(browser)\n\(purpose)".utf8)
        return hexadecimal(HMAC<SHA256>.authenticationCode(for: text, using: key).prefix(20))
    }

    /// Returns whether a token belongs to a form with this purpose, in the browser that sent the cookie.
    func accepts(_ token: String?, cookie: String?, purpose: String) -> Bool {
        guard let cookie, Self.isIdentifier(cookie), let token else { return false }
        return isEqualInConstantTime(Array(self.token(for: cookie, purpose: purpose).utf8), Array(token.utf8))
    }

    private static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy(\.isLowercaseHexadecimalDigit)
    }

    /// Adds the token of a form to a page (`form_token` in its template), and the browser's cookie if it has none.
    func protect(_ page: inout Page, purpose: String, for call: APICall, random: some RandomSource) {
        let cookie = call.cookie(Self.cookieName)
        let browser = browser(cookie: cookie, random: random)
        page.content[Self.field] = .text(token(for: browser, purpose: purpose))
        if browser != cookie { page.cookies.append(call.newCookie(Self.cookieName, browser)) }
    }

    /// Rejects a call that was not sent by a form of the service's own pages.
    func require(_ call: APICall, purpose: String) throws(ServiceError) {
        guard accepts(call.parameters[Self.field], cookie: call.cookie(Self.cookieName), purpose: purpose) else {
            throw ServiceError.page(
                .forbidden, "This form cannot be used",
                "The form was not sent from a page that this browser loaded from the service, or the browser blocks cookies.",
                "Go back, reload the page and send the form again. Cookies must be allowed for this address.")
        }
    }
}
