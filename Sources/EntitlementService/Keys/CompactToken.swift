import SAML
import TVWorld

/// A JWT in its compact form (RFC 7519), parsed but not verified.
///
/// All input from callers passes through here before JWTKit, which ends the process on a header with a number beyond `Int`.
struct CompactToken: Sendable, Equatable {
    /// The maximum length of a token, in bytes.
    static let sizeLimit = 8_192

    /// The header; all its members are strings.
    let header: JSON
    let claims: JSON

    /// Parses a token; nil if it is not a JWS, or too long.
    init?(_ text: String) {
        guard text.utf8.count <= Self.sizeLimit else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[2].isEmpty, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            case .object(let members) = header, members.allSatisfy({ $0.value.text != nil })
        else { return nil }
        self.header = header
        self.claims = claims
    }

    private static func object(_ part: Substring) -> JSON? {
        guard let bytes = Base64.decodeLenient(part), let json = try? JSON(parsing: bytes), case .object = json else {
            return nil
        }
        return json
    }
}

extension Base64 {
    /// Returns the decoded bytes of Base64 in the usual or the URL-safe alphabet, with or without padding, in one line.
    ///
    /// - Returns: Nil if the string is something else.
    static func decodeLenient(_ text: some StringProtocol) -> [UInt8]? {
        let usual = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let isPadded = usual.last == UInt8(ascii: "=")
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: isPadded ? 0 : (4 - usual.count % 4) % 4)
        return decode(String(decoding: usual + padding, as: UTF8.self))
    }
}
