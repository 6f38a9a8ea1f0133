/// Percent-encoding (RFC 3986, section 2.1): `%41` for `A`, with upper-case digits.
package enum PercentEncoding {
    /// The text with all characters encoded except RFC 3986's unreserved ones: letters, digits and `-._~`.
    package static func encode(_ text: String) -> String {
        encode(text) { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
            default: false
            }
        }
    }

    /// The text with everything encoded except some ASCII bytes.
    // Inlined, because otherwise the closure is called for each byte.
    @inline(__always)
    package static func encode(_ text: some StringProtocol, keeping isKept: (UInt8) -> Bool) -> String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value }
        var text = String(text)
        // In contiguous memory, because a SAML response is long.
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

    /// The decoded text; nil if an escape is incomplete or the bytes are not UTF-8.
    ///
    /// - Parameter plusIsSpace: Whether `+` means a space, as in forms (`application/x-www-form-urlencoded`).
    package static func decode(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount)
        // An array's own iterator: other modules call this without specialization.
        var iterator = Array(text).makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexadecimalValue), let low = iterator.next().flatMap(hexadecimalValue)
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
