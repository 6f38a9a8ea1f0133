import Encodings
import EntitlementCore
import Foundation
import TVWorld

extension DeviceInformation {
    /// Returns the information in `X-Device-Info` or `device_info`: Base64, or URL-encoded Base64, of a JSON object. REST v1
    /// requires the latter, REST v2 and the libraries send the former; the URL-safe alphabet, missing padding, and spaces for
    /// plus signs are accepted, too.
    static func reading(_ text: String?) -> DeviceInformation {
        guard let text, !text.isEmpty else { return .absent }
        guard text.utf8.count <= sizeLimit, let decoded = PercentEncoding.decode(text.utf8) else {
            return .unreadable
        }
        var base64 = ""
        for character in decoded where !character.isNewline && character != "\t" {
            base64.append(["-": "+", " ": "+", "_": "/"][character] ?? character)
        }
        base64 = base64.replacingOccurrences(of: "=", with: "")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), let json = try? JSON(parsing: data) else {
            return .unreadable
        }
        return DeviceInformation(json)
    }

    /// The maximum length of client information, in bytes: that of a header.
    private static let sizeLimit = 16_384
}
