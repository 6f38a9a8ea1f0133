import Encodings
import Foundation

/// A page that the person has to be shown: of a login or logout, or the one on which the code of a television is entered.
struct Page: Sendable, Equatable {
    let url: String
    /// Where the page ends; nil when nothing leads back from it, and the library learns of its end by itself.
    let redirectURL: String?

    /// The page of `navigateToUrl`. The address at which it ends is its last parameter.
    init(url: String) {
        self.url = url
        redirectURL = Self.redirect(in: url).flatMap { String(url[$0]).removingPercentEncoding }
    }

    private init(activation url: String) {
        self.url = url
        redirectURL = nil
    }

    /// The page on which a code is entered; nil when the service tells none.
    static func activation(of code: String, at url: String?) -> Page? {
        guard let url, ["http", "https"].contains(scheme(of: url)) else { return nil }
        return Page(activation: "\(url)?code=\(PercentEncoding.encode(code))")
    }

    /// The address of the same page when it has to end elsewhere.
    func address(endingAt redirectURL: String) -> String {
        guard let range = Self.redirect(in: url) else { return url }
        return url.replacingCharacters(in: range, with: PercentEncoding.encode(redirectURL))
    }

    /// Whether a URL is where the page ends, as the library sees it: by its scheme.
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
