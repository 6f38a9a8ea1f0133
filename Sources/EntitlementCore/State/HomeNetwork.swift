/// The addresses that count as a subscriber's home: private and loopback ones (RFC 1918, RFC 4193, link-local), and a missing
/// one.
///
/// A real provider knows the addresses of its own network; here a developer's devices are at home unless `X-Forwarded-For`
/// contains another address.
enum HomeNetwork {
    /// Returns whether an address, as written in `X-Forwarded-For`, is in the home network. An invalid address is not.
    static func contains(_ address: String?) -> Bool {
        guard let address else { return true }
        let text = address.lowercased()
        if let bytes = version4(text) { return isPrivate(bytes) }
        if text.hasPrefix("::ffff:"), let bytes = version4(String(text.dropFirst(7))) { return isPrivate(bytes) }
        guard text.contains(":") else { return false }
        return text == "::1" || ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains { text.hasPrefix($0) }
    }

    private static func version4(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let bytes = parts.compactMap { $0 }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): true
        default: false
        }
    }
}
