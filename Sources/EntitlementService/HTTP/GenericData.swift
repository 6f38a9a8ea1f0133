import Encodings
import EntitlementCore
import TVWorld

/// `generic_data`: the identity of the user of a promotional temporary pass. A JSON object of strings; the parentheses instead of
/// braces in the documentation's sample are also accepted.
enum GenericData {
    /// The maximum length of a value, in bytes, and the maximum number of members.
    static let limit = 4_096
    static let memberLimit = 16

    /// Returns the SHA-256 of each member's string in hexadecimal digits, by key: the service does not store the strings.
    ///
    /// - Parameter ignoringOthers: Whether members that are not strings are ignored.
    /// - Returns: Empty if nothing was sent; nil if it is not an object of strings.
    static func digests(of text: String?, ignoringOthers: Bool = false) -> [String: String]? {
        guard let text, !text.isEmpty else { return [:] }
        guard text.utf8.count <= limit else { return nil }
        var object = text
        if text.hasPrefix("("), text.hasSuffix(")") { object = "{\(text.dropFirst().dropLast())}" }
        guard case .object(let members)? = try? JSON(parsing: object.utf8), members.count <= memberLimit else { return nil }
        var digests: [String: String] = [:]
        for member in members {
            guard let value = member.value.text, !value.isEmpty else {
                if ignoringOthers { continue } else { return nil }
            }
            digests[member.key] = hexadecimal(sha256(value))
        }
        return digests
    }
}
