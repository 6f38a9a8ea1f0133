import Foundation
import ServiceAccess

/// The parts of a software statement that the library needs. Its signature is verified by the service.
enum SoftwareStatement {
    /// Returns the first URL scheme that a statement registers for its app; nil if it is not a JWT or registers none.
    static func redirectScheme(in statement: String) -> String? {
        let parts = statement.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let claims = claims(parts[1]) else { return nil }
        return claims["redirect_schemes"]?.texts.first { isScheme($0) }
    }

    private static func claims(_ part: Substring) -> JSONValue? {
        var text = part.replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: String(text)).flatMap { JSONValue(parsing: Array($0)) }
    }

    /// Returns whether a string is a URL scheme (RFC 3986, section 3.1).
    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, Self.letters.contains(first | 32) else { return false }
        return text.utf8.allSatisfy { Self.letters.contains($0 | 32) || (48...57).contains($0) || "+-.".utf8.contains($0) }
    }

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
}
