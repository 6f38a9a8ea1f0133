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
