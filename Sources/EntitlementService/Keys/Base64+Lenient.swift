import SAML

extension Base64 {
    /// Returns the decoded bytes of Base64 in the usual or the URL-safe alphabet, with or without padding, in one line.
    ///
    /// - Returns: Nil if the string is something else.
    static func decodeLenient(_ text: some StringProtocol) -> [UInt8]? {
        let usual = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let isPadded = usual.last == UInt8(ascii: "=")
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: isPadded ? 0 : (4 - usual.count % 4) % 4)
        return decode(String(decoding: usual + padding, as: UTF8.self))
    }
}
