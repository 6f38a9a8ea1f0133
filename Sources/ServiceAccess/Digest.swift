import Crypto
import Encodings
import Foundation

/// Digests and Base64.
package enum Digest {
    /// Returns the MD5 in hexadecimal digits; an identifier, not a protection.
    package static func md5(_ text: String) -> String { hexadecimal(Insecure.MD5.hash(data: Data(text.utf8))) }

    /// Returns the SHA-256 in hexadecimal digits.
    package static func sha256(_ text: String) -> String { hexadecimal(SHA256.hash(data: Data(text.utf8))) }

    /// Returns the Base64 in one line, padded.
    package static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Returns whether a text is Base64 in one line.
    package static func isBase64(_ text: String) -> Bool { Data(base64Encoded: text) != nil }
}

extension PercentEncoding {
    /// Returns `name=value` pairs joined by `&`, as in queries and forms.
    package static func encode(_ fields: [HTTPRequest.Field]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }
}
