import Encodings
import EntitlementCore
import Foundation
import TVWorld

extension DeviceInformation {
    /// Returns the information in `X-Device-Info` or `device_info`: Base64, or URL-encoded Base64, of a JSON object. REST v1
    /// requires the latter; REST v2 and the libraries send the former. The URL-safe alphabet, missing padding, and spaces instead
    /// of plus signs are also accepted.
    static func reading(_ text: String?) -> DeviceInformation {
        guard let text, !text.isEmpty else { return .absent }
        return text.utf8.count <= knownSize ? known.result(for: text, read) : read(text)
    }

    private static func read(_ text: String) -> DeviceInformation {
        guard text.utf8.count <= sizeLimit, let decoded = PercentEncoding.decode(text.utf8) else {
            return .unreadable
        }
        var base64 = decoded.utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "\t")...UInt8(ascii: "\r"), UInt8(ascii: "="): nil
            case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        base64 += [UInt8](repeating: UInt8(ascii: "="), count: (4 - base64.count % 4) % 4)
        guard let data = Data(base64Encoded: Data(base64)), let json = try? JSON(parsing: data) else {
            return .unreadable
        }
        return DeviceInformation(json)
    }

    /// The most recently read texts: the result depends only on the text, and apps send the same text with every call.
    private static let known = RememberedResults<String, DeviceInformation>(limit: 256)
    /// The maximum length of such a text, in bytes.
    private static let knownSize = 1_024

    /// The maximum length of client information, in bytes: that of a header.
    private static let sizeLimit = 16_384
}
