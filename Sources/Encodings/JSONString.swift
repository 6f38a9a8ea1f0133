/// Strings in JSON text, as bytes: every request produces and records some of them.
package enum JSONString {
    /// Appends a string in quotation marks.
    package static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        var string = string
        // Almost every string is plain.
        let isWritten = string.withUTF8 { bytes in
            guard bytes.allSatisfy(isPlain) else { return false }
            text.append(contentsOf: bytes)
            return true
        }
        if !isWritten { for byte in string.utf8 { escape(byte, to: &text) } }
        text.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 32 && byte != 127 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func escape(_ byte: UInt8, to text: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\n"): text += "\\n".utf8
        case UInt8(ascii: "\r"): text += "\\r".utf8
        case UInt8(ascii: "\t"): text += "\\t".utf8
        case _ where isPlain(byte): text.append(byte)
        default: text += ((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8
        }
    }
}
