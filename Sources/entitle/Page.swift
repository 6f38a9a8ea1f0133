import Encodings
import Foundation

/// A page to show to the user: of a login or logout, or the one on which a television's code is entered.
struct Page: Sendable, Equatable {
    let url: String
    /// The address at which the page ends; nil if no redirect leads back and the library detects the end itself.
    let redirectURL: String?

    /// Creates the page of `navigateToUrl`. The address at which it ends is the last parameter.
    init(url: String) {
        self.url = url
        redirectURL = Self.redirect(in: url).flatMap { String(url[$0]).removingPercentEncoding }
    }

    private init(activation url: String) {
        self.url = url
        redirectURL = nil
    }

    /// Returns the page on which a code is entered; nil if the service gives none.
    static func activation(of code: String, at url: String?) -> Page? {
        guard let url, ["http", "https"].contains(scheme(of: url)) else { return nil }
        return Page(activation: "\(url)?code=\(PercentEncoding.encode(code))")
    }

    /// Returns the address of the same page with a different end.
    func address(endingAt redirectURL: String) -> String {
        guard let range = Self.redirect(in: url) else { return url }
        return url.replacingCharacters(in: range, with: PercentEncoding.encode(redirectURL))
    }

    /// Whether the page ends at a URL. Like the library, compares the scheme.
    func ends(at url: String) -> Bool {
        guard let redirectURL, let scheme = Self.scheme(of: url) else { return false }
        return scheme == Self.scheme(of: redirectURL) || scheme == "adobepass"
    }

    private static func redirect(in url: String) -> Range<String.Index>? {
        url.range(of: "redirect_url=", options: .backwards).map { $0.upperBound..<url.endIndex }
    }

    private static func scheme(of url: String) -> String? {
        url.firstIndex(of: ":").map { url[..<$0].lowercased() }
    }
}
