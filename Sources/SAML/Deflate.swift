import CXMLSec

/// Raw DEFLATE (RFC 1951), as used by the HTTP-Redirect binding.
public enum Deflate {
    /// Returns a deflated string.
    ///
    /// - Throws: `SAMLError` (`signingFailed`) if memory is exhausted.
    public static func deflate(_ text: String) throws(SAMLError) -> [UInt8] {
        try XMLSecurity.bytes(orThrow: .signingFailed) { cxs_deflate(text, text.utf8.count, &$0) }
    }

    /// Returns the inflated bytes.
    ///
    /// - Parameter limit: The maximum size, in bytes.
    /// - Throws: `SAMLError` (`tooLarge`, `invalidField`).
    public static func inflate(_ bytes: [UInt8], limit: Int) throws(SAMLError) -> [UInt8] {
        var inflated = cxs_buffer()
        switch cxs_inflate(bytes, bytes.count, limit, &inflated) {
        case 0: return takeBytes(inflated)
        case 1: throw SAMLError(.tooLarge, "more than \(limit) bytes when inflated")
        default: throw SAMLError(.invalidField, "the message is not deflated: \(XMLSecurity.lastError)")
        }
    }
}
