/// Percent-encoding (RFC 3986, section 2.1): `%41` for `A`, with uppercase digits.
package enum PercentEncoding {
    // A table, because SAML responses are long.
    private static let isUnreserved: [Bool] = (UInt8.min...UInt8.max).map { $0.isASCIILetterOrDigit || "-._~".utf8.contains($0) }

    /// Returns the text with all characters encoded except RFC 3986's unreserved ones: letters, digits and `-._~`.
    package static func encode(_ text: String) -> String {
        let isUnreserved = isUnreserved
        return encode(text) { isUnreserved[Int($0)] }
    }

    /// Returns the text with everything encoded except the given ASCII bytes.
    // Inlined, because otherwise the closure is called for each byte.
    @inline(__always)
    package static func encode(_ text: some StringProtocol, keeping isKept: (UInt8) -> Bool) -> String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value }
        var text = String(text)
        // In contiguous memory, because SAML responses are long.
        return text.withUTF8 { text in
            let escaped = text.reduce(0) { isKept($1) ? $0 : $0 + 1 }
            return String(unsafeUninitializedCapacity: text.count + 2 * escaped) { bytes in
                var end = 0
                for byte in text {
                    if isKept(byte) {
                        bytes[end] = byte
                        end += 1
                    } else {
                        bytes[end] = UInt8(ascii: "%")
                        bytes[end + 1] = digit(byte >> 4)
                        bytes[end + 2] = digit(byte & 15)
                        end += 3
                    }
                }
                return end
            }
        }
    }

    /// Returns the decoded text; nil if an escape is incomplete or the bytes are not UTF-8.
    ///
    /// - Parameter plusIsSpace: Whether `+` means a space, as in forms (`application/x-www-form-urlencoded`).
    package static func decode(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
        func isEncoded(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "%") || plusIsSpace && byte == UInt8(ascii: "+") }
        // An array: other modules call this without specialization.
        let text = Array(text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let index = rest.firstIndex(where: isEncoded) {
            bytes += rest[..<index]
            rest = rest[(index + 1)...]
            if text[index] == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else {
                guard let high = rest.popFirst().flatMap(hexadecimalValue), let low = rest.popFirst().flatMap(hexadecimalValue)
                else { return nil }
                bytes.append(high << 4 | low)
            }
        }
        bytes += rest
        return String(validating: bytes, as: UTF8.self)
    }
}
