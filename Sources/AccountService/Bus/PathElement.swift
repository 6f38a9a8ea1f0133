import Encodings

/// Names as elements of object paths.
enum PathElement {
    /// Returns a string with every byte except `A-Z a-z 0-9` and the kept ones as `_` and two hexadecimal digits, as in systemd;
    /// a kept byte at the beginning is escaped, too.
    static func escape(_ text: String, keeping kept: Set<UInt8> = []) -> String {
        if text.isEmpty { return "_" }
        var bytes: [UInt8] = []
        for (index, byte) in text.utf8.enumerated() {
            if byte.isASCIILetterOrDigit || index > 0 && kept.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += "_\(hexadecimal([byte]))".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the string that was escaped; nil if the element is not a result of `escape`.
    static func unescape(_ element: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = element.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                bytes.append(byte)
                continue
            }
            guard let value = hexadecimalByte(rest.prefix(2)) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
