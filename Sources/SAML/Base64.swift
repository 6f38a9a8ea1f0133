import CXMLSec

/// Base64 of RFC 4648 section 4, with padding, in one line.
public enum Base64 {
    /// Returns the Base64 of some bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        XMLSecurity.prepare()
        let bytes = Array(bytes)
        return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4 + 1) { text in
            cxs_base64_encode(bytes, bytes.count, text.baseAddress)
        }
    }

    /// Returns the Base64 of a string's UTF-8 bytes.
    public static func encode(_ text: String) -> String { encode(text.utf8) }

    /// Returns the decoded bytes, or nil if the string is not Base64.
    ///
    /// - Parameters:
    ///   - ignoringWhitespace: Whether spaces, tabs and line breaks are allowed anywhere, as in XML and PEM.
    ///   - blanksArePlus: Whether a space is a plus sign that a form did not encode.
    public static func decode(_ text: String, ignoringWhitespace: Bool = false, blanksArePlus: Bool = false) -> [UInt8]? {
        XMLSecurity.prepare()
        var digits = Array(text.utf8)
        if blanksArePlus { digits = digits.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 } }
        if ignoringWhitespace { digits.removeAll(where: isXMLWhitespace) }
        guard digits.count.isMultiple(of: 4) else { return nil }
        let size = digits.count / 4 * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
            count = cxs_base64_decode(digits, digits.count, bytes.baseAddress) ? size - padding : 0
        }
        // Every value has exactly one encoding.
        return encode(bytes).utf8.elementsEqual(digits) ? bytes : nil
    }

    /// Decodes a message. A string that is longer than the largest message allows is not decoded.
    ///
    /// - Parameter blanksArePlus: Whether a space is a plus sign that a form did not encode.
    /// - Throws: ``SAMLError/Code/tooLarge``; ``SAMLError/Code/invalidField`` if the string is not Base64, or empty.
    public static func decodeMessage(_ text: String, blanksArePlus: Bool = false) throws(SAMLError) -> [UInt8] {
        let limit = SAMLLimits.maximumEncodedSize
        guard text.utf8.count <= limit else {
            throw SAMLError(.tooLarge, "\(text.utf8.count) bytes of Base64; at most \(limit) are accepted")
        }
        guard let bytes = decode(text, ignoringWhitespace: true, blanksArePlus: blanksArePlus), !bytes.isEmpty else {
            throw SAMLError(.invalidField, "the message is not Base64")
        }
        return bytes
    }
}

/// Whether a byte is white space in XML: space, tab, line feed, carriage return.
func isXMLWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
