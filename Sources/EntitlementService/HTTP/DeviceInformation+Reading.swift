import EntitlementCore
import Foundation
import TVWorld

extension DeviceInformation {
    /// Reads `X-Device-Info` or `device_info`: Base64, or URL-encoded Base64, of a JSON object. REST v1 demands the latter, REST v2
    /// and the libraries send the former; the URL-safe alphabet and missing padding are taken, too.
    static func reading(_ text: String?) -> DeviceInformation {
        guard let text, !text.isEmpty else { return .absent }
        guard let decoded = FormParameters.decode(text, plusIsBlank: false) else { return .unreadable }
        var base64 = ""
        for character in decoded where !character.isWhitespace {
            base64.append(character == "-" ? "+" : character == "_" ? "/" : character)
        }
        base64 = base64.replacingOccurrences(of: "=", with: "")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), case .object(let members)? = try? JSON(parsing: data) else {
            return .unreadable
        }
        let fields = members.compactMap { member in member.value.text.map { (member.key, $0) } }
        return .fields(Dictionary(fields) { first, _ in first })
    }
}
