import Encodings
import Foundation

/// A page to show to the user: of a login or logout, or the one on which a television's code is entered.
struct Page: Sendable, Equatable {
    let url: String
    /// The address at which the page ends; nil if no redirect leads back and the library detects the end itself.
    let redirectURL: String?

    /// Returns the page of `navigateToUrl`. The address at which it ends is the last parameter.
    static func navigation(to url: String) -> Page {
        Page(url: url, redirectURL: redirect(in: url).flatMap { PercentEncoding.decode(url[$0].utf8) })
    }

    /// Returns the page on which a code is entered; nil if the service gives none.
    static func activation(of code: String, at url: String?) -> Page? {
        guard let url, let colon = url.firstIndex(of: ":"), ["http", "https"].contains(url[..<colon].lowercased()) else {
            return nil
        }
        return Page(url: "\(url)?code=\(PercentEncoding.encode(code))", redirectURL: nil)
    }

    /// Returns the address of the same page with a different end.
    func address(endingAt redirectURL: String) -> String {
        guard let range = Self.redirect(in: url) else { return url }
        return url.replacingCharacters(in: range, with: PercentEncoding.encode(redirectURL))
    }

    private static func redirect(in url: String) -> Range<String.Index>? {
        url.range(of: "redirect_url=", options: .backwards).map { $0.upperBound..<url.endIndex }
    }
}
