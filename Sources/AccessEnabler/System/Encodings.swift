import Crypto
import Foundation

/// Digests and Base64.
enum Digest {
    /// MD5 in hexadecimal digits; an identifier, not a protection.
    static func md5(_ text: String) -> String { hexadecimal(Insecure.MD5.hash(data: Data(text.utf8))) }

    /// SHA-256 in hexadecimal digits.
    static func sha256(_ text: String) -> String { hexadecimal(SHA256.hash(data: Data(text.utf8))) }

    /// Base64 in one line, padded.
    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Whether a text is Base64 in one line.
    static func isBase64(_ text: String) -> Bool { Data(base64Encoded: text) != nil }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

/// Percent-encoding: everything but RFC 3986's unreserved characters.
enum PercentEncoding {
    static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    /// `name=value` pairs joined by `&`, as in queries and forms.
    static func encode(_ fields: [HTTPRequest.Field]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }
}
