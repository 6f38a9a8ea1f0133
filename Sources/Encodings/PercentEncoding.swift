/// Percent-encoding (RFC 3986, section 2.1): `%41` for `A`, with upper-case digits.
package enum PercentEncoding {
    /// The text with all characters encoded except RFC 3986's unreserved ones: letters, digits and `-._~`.
    package static func encode(_ text: String) -> String {
        encode(text) { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~".utf8.contains(byte)
            }
        }
    }

    /// The text with everything encoded except some ASCII bytes.
    package static func encode(_ text: some StringProtocol, keeping isKept: (UInt8) -> Bool) -> String {
        let bytes = text.utf8.flatMap { isKept($0) ? [$0] : Array("%\(hexadecimal([$0]).uppercased())".utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The decoded text; nil if an escape is incomplete or the bytes are not UTF-8.
    ///
    /// - Parameter plusIsSpace: Whether `+` means a space, as in forms (`application/x-www-form-urlencoded`).
    package static func decode(_ text: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount)
        var iterator = text.makeIterator()
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
