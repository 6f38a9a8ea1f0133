import Crypto
import Foundation

/// Digests and Base64.
enum Digest {
    /// Returns the MD5 digest in hexadecimal digits; an identifier, not a protection.
    static func md5(_ text: String) -> String { hexadecimal(Insecure.MD5.hash(data: Data(text.utf8))) }

    /// Returns the SHA-256 digest in hexadecimal digits.
    static func sha256(_ text: String) -> String { hexadecimal(SHA256.hash(data: Data(text.utf8))) }

    /// Returns padded Base64 in one line.
    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Whether a string is Base64 in one line.
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

    /// Returns `name=value` pairs joined by `&`, as in queries and forms.
    static func encode(_ fields: [HTTPRequest.Field]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }
}

/// The `Date` header of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Milliseconds since 1970; nil for any other format.
    static func milliseconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]), (1...31).contains(day),
            let month = months.firstIndex(of: String(parts[2])), let year = Int64(parts[3]), (1...9_999).contains(year)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int64($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        return ((days(year: year, month: Int64(month) + 1, day: day) * 24 + time[0]) * 60 + time[1]) * 60_000 + time[2] * 1_000
    }

    /// Days since 1970-01-01 in the Gregorian calendar.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
