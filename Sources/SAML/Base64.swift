/// Base64 of RFC 4648 section 4, with padding, in one line.
public enum Base64 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()
    private static let padding = UInt8(ascii: "=")

    /// Returns the Base64 of some bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        let (alphabet, padding) = (alphabet, padding)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group = UInt32(bytes[start]) << 16
            if count > 1 { group |= UInt32(bytes[start + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[start + 2]) }
            text.append(alphabet[Int(group >> 18 & 63)])
            text.append(alphabet[Int(group >> 12 & 63)])
            text.append(count > 1 ? alphabet[Int(group >> 6 & 63)] : padding)
            text.append(count > 2 ? alphabet[Int(group & 63)] : padding)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the Base64 of a string's UTF-8 bytes.
    public static func encode(_ text: String) -> String { encode(text.utf8) }

    /// Returns the decoded bytes, or nil if the string is not Base64.
    ///
    /// - Parameters:
    ///   - ignoringWhitespace: Whether spaces, tabs and line breaks are allowed anywhere, as in XML and PEM.
    ///   - blanksArePlus: Whether a space is a plus sign that a form did not encode.
    public static func decode(_ text: String, ignoringWhitespace: Bool = false, blanksArePlus: Bool = false) -> [UInt8]? {
        var text = text
        return values.withUnsafeBufferPointer { values in
            text.withUTF8 { decode($0, values, ignoringWhitespace: ignoringWhitespace, blanksArePlus: blanksArePlus) }
        }
    }

    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>, ignoringWhitespace: Bool, blanksArePlus: Bool
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var paddings = 0
        var index = 0
        while index < text.count {
            // Fast path: four digits in a row, as in most groups.
            if digits & 3 == 0, paddings == 0, index + 4 <= text.count {
                let (first, second) = (values[Int(text[index])], values[Int(text[index + 1])])
                let (third, fourth) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
                if first | second | third | fourth < 64 {
                    bytes.append(first << 2 | second >> 4)
                    bytes.append(second << 4 | third >> 2)
                    bytes.append(third << 6 | fourth)
                    index += 4
                    continue
                }
            }
            let character = text[index]
            index += 1
            let isPlus = blanksArePlus && character == 0x20
            let value = values[Int(isPlus ? UInt8(ascii: "+") : character)]
            guard value != 0xFF else {
                if ignoringWhitespace, isXMLWhitespace(character) { continue }
                guard character == UInt8(ascii: "=") else { return nil }
                paddings += 1
                continue
            }
            guard paddings == 0 else { return nil }
            group = group << 6 | UInt32(value)
            digits += 1
            if digits & 3 == 0 {
                bytes.append(UInt8(group >> 16 & 0xFF))
                bytes.append(UInt8(group >> 8 & 0xFF))
                bytes.append(UInt8(group & 0xFF))
                group = 0
            }
        }
        return finish(bytes, group: group, digits: digits & 3, paddings: paddings)
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

    /// Decodes the last, incomplete group. Its unused bits must be zero, so that every value has exactly one encoding.
    private static func finish(_ bytes: [UInt8], group: UInt32, digits: Int, paddings: Int) -> [UInt8]? {
        switch (digits, paddings) {
        case (0, 0):
            return bytes
        case (2, 2) where group & 0xF == 0:
            return bytes + [UInt8(group >> 4 & 0xFF)]
        case (3, 1) where group & 0x3 == 0:
            return bytes + [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)]
        default:
            return nil
        }
    }
}

/// Returns whether a byte is white space in XML: space, tab, line feed, carriage return.
func isXMLWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
