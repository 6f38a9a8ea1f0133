import Crypto
import Encodings
import EntitlementCore
import Foundation
import TVWorld

/// `generic_data`: what identifies the user of a promotional temporary pass. A JSON object of texts; the documents' sample has
/// parentheses in place of its braces, which are taken too.
enum GenericData {
    /// The longest value that is read, in bytes, and the most members.
    static let limit = 4_096
    static let memberLimit = 16

    /// The SHA-256 of each member's text in hexadecimal digits, by key: the service does not keep the texts.
    ///
    /// - Returns: none when nothing was sent; nil when it is no object of texts.
    static func digests(of text: String?) -> [String: String]? {
        guard let text, !text.isEmpty else { return [:] }
        guard text.utf8.count <= limit else { return nil }
        var object = text
        if text.hasPrefix("("), text.hasSuffix(")") { object = "{\(text.dropFirst().dropLast())}" }
        guard case .object(let members)? = try? JSON(parsing: object.utf8), members.count <= memberLimit else { return nil }
        var digests: [String: String] = [:]
        for member in members {
            guard let value = member.value.text, !value.isEmpty else { return nil }
            digests[member.key] = hexadecimal(SHA256.hash(data: Data(value.utf8)))
        }
        return digests
    }
}
