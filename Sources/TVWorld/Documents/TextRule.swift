/// The accepted content of a string in a world document, or in a call of the administration.
///
/// The rules use ranges of code points instead of Unicode properties, which would need tables in the daemons.
public struct TextRule: Sendable {
    /// The rule in words, for error messages.
    public let accepted: String
    /// The maximum size in bytes of UTF-8.
    package let limit: Int
    private let allows: @Sendable (Unicode.Scalar) -> Bool
    /// Whether a string of allowed characters is accepted as a whole.
    private let fits: @Sendable (String) -> Bool

    private init(
        _ accepted: String, limit: Int, _ allows: @escaping @Sendable (Unicode.Scalar) -> Bool,
        where fits: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.accepted = accepted
        self.limit = limit
        self.allows = allows
        self.fits = fits
    }

    /// Text that users read or type.
    public static let plain = TextRule("1 to 1000 bytes of text without line ends and control characters", limit: 1_000) {
        !isControl($0)
    }

    /// An identifier of the service, which is used in URL paths.
    package static let identifier = TextRule(
        "1 to 255 bytes of text without blanks, control characters and /, and none of . .. *", limit: 255
    ) { !isControl($0) && !isBlank($0) && $0 != "/" }

    /// A provider's platform identifier, which is the host of the provider's URLs.
    static let host = TextRule("1 to 255 characters of A-Z a-z 0-9 . _ - ~, and neither . nor ..", limit: 255) {
        isLetterOrDigit($0) || $0 == "." || $0 == "_" || $0 == "-" || $0 == "~"
    }

    /// A fault's name, which is a part of URL paths.
    public static let faultName = TextRule("1 to 64 characters of A-Z a-z 0-9 . _ -, but not . or .. alone", limit: 64) {
        isLetterOrDigit($0) || $0 == "." || $0 == "_" || $0 == "-"
    }

    /// An app's identifier on the device.
    public static let application = TextRule(
        "1 to 255 characters of A-Z a-z 0-9 . _ - in dot-separated parts, like com.example.player", limit: 255
    ) {
        isLetterOrDigit($0) || $0 == "." || $0 == "_" || $0 == "-"
    } where: { text in
        !text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(where: \.isEmpty)
    }

    /// A resource. In lists, resources are separated by commas, and a leading `<` indicates media RSS.
    package static let resource = TextRule(
        "1 to 1000 bytes of text without commas, < and control characters, with no blank at either end", limit: 1_000
    ) {
        !isControl($0) && $0 != "," && $0 != "<"
    } where: { text in
        ![text.unicodeScalars.first, text.unicodeScalars.last].contains { $0.map(isBlank) ?? false }
    }

    /// A web domain.
    package static let domain = TextRule(
        "a domain name like example.com: parts of 1 to 63 of A-Z a-z 0-9 - between dots, up to 253 characters", limit: 253
    ) {
        isLetterOrDigit($0) || $0 == "." || $0 == "-"
    } where: { text in
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { (1...63).contains($0.count) }
    }

    /// A URL scheme (RFC 3986, 3.1).
    static let scheme = TextRule(
        "a URL scheme without ://: a letter, then up to 63 of A-Z a-z 0-9 + - .", limit: 64
    ) {
        isLetterOrDigit($0) || $0 == "+" || $0 == "-" || $0 == "."
    } where: { text in
        text.unicodeScalars.first.map { isLetterOrDigit($0) && $0 > "9" } ?? false
    }

    /// The URL scheme of an app, as in the service's software statements: browsers are redirected to it.
    package static let appScheme = TextRule(
        "a URL scheme without ://: a letter, then up to 63 of A-Z a-z 0-9 + - .; none that a browser runs itself, nor http and "
            + "https, whose hosts belong in domains",
        limit: 64, scheme.allows,
        where: { text in
            let name = text.lowercased()
            return scheme.accepts(text) && !RedirectScheme.isRun(name) && name != "http" && name != "https"
        })

    /// A URL.
    static let url = TextRule("a URL without blanks and control characters, up to 2000 bytes", limit: 2_000) {
        !isControl($0) && !isBlank($0)
    }

    /// A URL to which a browser is redirected.
    public static let redirectURL = TextRule(
        "a URL with :// in ASCII, without blanks and backslashes, of a scheme that no browser runs itself, up to 2000 bytes",
        limit: 2_000
    ) {
        // Browsers treat a backslash as a slash.
        ("!"..."~").contains($0) && $0 != "\\"
    } where: { text in
        RedirectScheme.parts(of: text).map { !RedirectScheme.isRun($0.scheme) && !$0.rest.isEmpty } ?? false
    }

    /// Content that is passed on without being parsed.
    static let body = TextRule("1 to 65536 bytes of text without control characters but tabs and line ends", limit: 65_536) {
        !isControl($0) || ["\t", "\n", "\r", "\u{2028}", "\u{2029}"].contains($0)
    }

    /// An X.509 certificate, which is not parsed here.
    package static let certificate = TextRule(
        "an X.509 certificate with an RSA key of at least 2048 bits: PEM, or the Base64 of DER", limit: 16_384
    ) {
        ("!"..."~").contains($0) || $0 == " " || $0 == "\n" || $0 == "\r"
    }

    /// An ISO 3166-1 alpha-2 code.
    static let region = TextRule("an ISO 3166-1 code of two capital letters, like US", limit: 2) {
        ("A"..."Z").contains($0)
    }

    /// Returns whether a string conforms to the rule.
    public func accepts(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= limit, text.unicodeScalars.allSatisfy(allows), fits(text) else { return false }
        // Relative path segments, and the service's placeholder for every requestor.
        return ![".", "..", "*"].contains(text)
    }

    /// Returns a string with spaces in place of characters that the rule does not allow, shortened to its size; nil if the result
    /// does not conform to the rule either.
    public func adapted(_ text: String) -> String? {
        var result = String(String.UnicodeScalarView(text.unicodeScalars.map { allows($0) ? $0 : " " }))
        while result.utf8.count > limit { result.removeLast() }
        return accepts(result) && !result.allSatisfy { $0 == " " } ? result : nil
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }

    /// Returns whether XML or a line cannot contain a code point: C0, DEL, C1, line and paragraph separators, non-characters.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}

/// The schemes of URLs to which browsers are redirected.
package enum RedirectScheme {
    private static let run = ["javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "view-source"]

    /// Returns whether a browser itself executes or reads addresses of a scheme, in lowercase. Such a scheme cannot be
    /// registered, and no browser is redirected to it.
    package static func isRun(_ scheme: String) -> Bool { run.contains(scheme) }

    /// Returns the part of an address before `://`, in lowercase, and the rest; nil if it does not begin with a scheme.
    package static func parts(of address: String) -> (scheme: String, rest: Substring)? {
        let bytes = address.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else { return nil }
        let scheme = address[..<colon].lowercased()
        guard TextRule.scheme.accepts(scheme) else { return nil }
        return (scheme, address[bytes.index(colon, offsetBy: 3)...])
    }
}
