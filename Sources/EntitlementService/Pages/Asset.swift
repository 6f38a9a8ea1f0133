import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import NIOCore

/// A style sheet or a script of the pages. Its path contains a hash of its content, so that browsers can cache it forever.
struct Asset: Sendable {
    enum Kind: String, Sendable {
        case style = "css"
        case script = "js"

        var contentType: String { "text/\(self == .style ? "css" : "javascript"); charset=utf-8" }
    }

    /// The last part of its path: `style-0123456789abcdef.css`.
    let name: String
    let kind: Kind
    /// The content, encoded once for all responses.
    let buffer: ByteBuffer

    var path: String { "/assets/\(name)" }

    init(_ name: String, _ kind: Kind, _ text: String) {
        let hash = hexadecimal(sha256(text).prefix(8))
        self.name = "\(name)-\(hash).\(kind.rawValue)"
        self.kind = kind
        buffer = ByteBuffer(string: text)
    }

    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: kind.contentType, .cacheControl: "public, max-age=31536000, immutable",
                .contentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: buffer))
    }

    /// The style sheet of all pages: light and dark, from 360 pixels on.
    static let style = Asset("style", .style, PageFiles.styleCss)

    /// The script that presses the button of a page's only form, on pages that only forward. Without scripts, the user presses
    /// it.
    static let submit = Asset("submit", .script, PageFiles.submitJs)
}
