import Dates
import FoundationEssentials

/// The reason why a string is not a media token.
struct MediaTokenFormatError: Error, CustomStringConvertible {
    let description: String
}

/// The outer layer of a serialized token: a signature next to the exact bytes that it covers.
///
///     <shortAuthorizationTokenEnvelope><signatureInfo>BASE64</signatureInfo>
///     <shortAuthorizationToken>…</shortAuthorizationToken></shortAuthorizationTokenEnvelope>
struct MediaTokenEnvelope {
    let signature: Data
    /// From `<shortAuthorizationToken>` to `</shortAuthorizationToken>`, tags included.
    let signedBytes: Data

    init(serializedToken: String) throws(MediaTokenFormatError) {
        let text = serializedToken.trimmingSpace()
        guard text.utf8.count <= MediaTokenVerifier.maximumSize else {
            throw MediaTokenFormatError(description: "longer than \(MediaTokenVerifier.maximumSize) bytes")
        }
        guard !text.isEmpty, let bytes = Data(base64: text) else {
            throw MediaTokenFormatError(description: "not Base64")
        }
        var scanner = TokenScanner(bytes)
        scanner.skipWhitespace()
        try scanner.expect("<shortAuthorizationTokenEnvelope>")
        scanner.skipWhitespace()
        try scanner.expect("<signatureInfo>")
        let signatureText = try scanner.text(upTo: "</signatureInfo>")
        guard !signatureText.isEmpty, let signature = Data(base64: signatureText) else {
            throw MediaTokenFormatError(description: "signatureInfo: Base64 is expected")
        }
        self.signature = signature
        scanner.skipWhitespace()
        let start = scanner.position
        try scanner.expect("<shortAuthorizationToken>")
        _ = try scanner.bytes(upTo: "</shortAuthorizationToken>")
        signedBytes = bytes.subdata(in: start..<scanner.position)
        scanner.skipWhitespace()
        try scanner.expect("</shortAuthorizationTokenEnvelope>")
        scanner.skipWhitespace()
        guard scanner.isAtEnd else { throw MediaTokenFormatError(description: "text after the envelope") }
    }
}

extension Data {
    /// Decodes Base64 with exactly the required padding; Foundation's decoder would ignore additional padding.
    fileprivate init?(base64 text: String) {
        guard let data = Data(base64Encoded: text), text.utf8.count == (data.count + 2) / 3 * 4 else { return nil }
        self = data
    }
}

extension String {
    /// Returns the string without white space at its ends, and without the zero-width space found in web pages.
    fileprivate func trimmingSpace() -> String {
        let isText = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace && scalar != "\u{200B}" }
        guard let first = unicodeScalars.firstIndex(where: isText), let last = unicodeScalars.lastIndex(where: isText) else {
            return ""
        }
        return String(unicodeScalars[first...last])
    }
}

extension MediaToken {
    /// Parses the signed element. Unknown fields are ignored; each known field may occur once.
    init(signedBytes: Data) throws(MediaTokenFormatError) {
        var scanner = TokenScanner(signedBytes)
        try scanner.expect("<shortAuthorizationToken>")
        var fields: [String: String] = [:]
        scanner.skipWhitespace()
        while !scanner.starts(with: "</") {
            let (name, value) = try scanner.element()
            guard fields.updateValue(value, forKey: name) == nil else {
                throw MediaTokenFormatError(description: "\(name) occurs twice")
            }
            scanner.skipWhitespace()
        }
        try scanner.expect("</shortAuthorizationToken>")
        func required(_ name: String) throws(MediaTokenFormatError) -> String {
            guard let value = fields[name], !value.isEmpty else {
                throw MediaTokenFormatError(description: "\(name) is missing or empty")
            }
            return value
        }
        let lifetime = try required("ttl")
        // Up to eleven digits; Swift's integers would also accept a plus sign.
        guard lifetime.utf8.count <= 11, !lifetime.hasPrefix("+"), let timeToLive = Int64(lifetime),
            (1...MediaToken.longestTimeToLive).contains(timeToLive)
        else {
            throw MediaTokenFormatError(description: "ttl: milliseconds from 1 to \(MediaToken.longestTimeToLive)")
        }
        guard let timeIssued = IssueTime.seconds(try required("issueTime")) else {
            throw MediaTokenFormatError(description: "issueTime: a time such as 2026/01/02 03:04:05 GMT +0000")
        }
        let proxy = fields["proxyMvpdId"] ?? ""
        self.init(
            sessionGUID: try required("sessionGUID"), requestorID: try required("requestorID"),
            resourceID: try required("resourceID"), timeToLive: timeToLive,
            timeIssued: Date(timeIntervalSince1970: Double(timeIssued)), mvpdID: try required("mvpdId"),
            proxyMvpdID: proxy.isEmpty ? nil : proxy)
    }

    /// One year, in milliseconds.
    static let longestTimeToLive: Int64 = 31_536_000_000
}
