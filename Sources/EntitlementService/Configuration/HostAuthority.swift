/// The value of a `Host` header field: a name or an IP address, with or without a port.
///
/// Parsed strictly by RFC 9110: a value that two readers could interpret as different hosts is rejected.
struct HostAuthority: Sendable, Hashable, CustomStringConvertible {
    /// What is accepted, for error messages.
    static let accepted = "a name or an IP address, with a port or without"

    /// The name or the address, in lowercase, IPv6 addresses without brackets.
    let host: String
    /// The port; nil for the scheme's default.
    let port: Int?

    /// Creates a value from `localhost`, `127.0.0.1:8080`, `[::1]:8080`; nil for anything else, such as user information or text
    /// after a bracket.
    init?(_ text: String) {
        var rest = Substring(text)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let address = text[text.index(after: text.startIndex)..<end]
            guard address.contains(":"), address.utf8.count <= 45, address.utf8.allSatisfy(Self.isAddressByte) else { return nil }
            host = address.lowercased()
            rest = text[text.index(after: end)...]
        } else {
            let name = text.prefix { $0 != ":" }
            guard !name.isEmpty, name.utf8.count <= 255, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
            host = name.lowercased()
            rest = text[name.endIndex...]
        }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == ":", (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy(Self.isDigit),
            let number = UInt16(digits)
        else { return nil }
        port = Int(number)
    }

    var description: String {
        (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }

    /// Whether the host always resolves to this machine.
    var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) || byte == UInt8(ascii: ":")
            || byte == UInt8(ascii: ".")
    }
}
