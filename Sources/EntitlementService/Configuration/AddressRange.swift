import Glibc

/// IP addresses with a common prefix: `10.0.0.0/8`, or a single one, `127.0.0.1`.
struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Creates a range from an address, or `ADDRESS/BITS`; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let bytes = Self.bytes(of: parts[0]) else { return nil }
        self.bytes = bytes
        guard parts.count == 2 else {
            bits = 128
            return
        }
        let width = parts[0].contains(":") ? 128 : 32
        guard let number = SettingKind.number(parts[1]), number <= width else { return nil }
        bits = 128 - width + Int(number)
    }

    /// Returns whether the range contains an address; false for other strings.
    func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address) else { return false }
        let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
        guard bytes[..<whole] == other[..<whole] else { return false }
        return rest == 0 || (bytes[whole] ^ other[whole]) >> (8 - rest) == 0
    }

    /// Returns the 16 bytes of an address. An IPv4 address is mapped to IPv6, as in a dual-stack socket.
    private static func bytes(of address: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard !address.utf8.contains(0) else { return nil }
        if inet_pton(AF_INET6, address, &bytes) == 1 { return bytes }
        guard inet_pton(AF_INET, address, &bytes) == 1 else { return nil }
        return Array(repeating: 0, count: 10) + [255, 255] + bytes[..<4]
    }
}
