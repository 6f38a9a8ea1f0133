import Encodings

/// The value of a `Host` header field: a name or an IP address, with or without a port.
///
/// Parsed strictly by RFC 9110: a value that two readers could interpret as different hosts is rejected.
struct HostAuthority: Sendable, Hashable, CustomStringConvertible {
    /// The accepted values, for error messages.
    static let accepted = "a name or an IP address, with a port or without"

    /// The name or the address, in lowercase, IPv6 addresses without brackets.
    let host: String
    /// The port; nil for the scheme's default.
    let port: Int?

    /// Creates a value from `localhost`, `127.0.0.1:8080`, `[::1]:8080`; nil for anything else, such as user information or text
    /// after a bracket.
    init?(_ text: String) {
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let address = rest[..<end].dropFirst()
            guard address.contains(UInt8(ascii: ":")), address.count <= 45,
                address.allSatisfy({ hexadecimalValue($0) != nil || ":.".utf8.contains($0) })
            else { return nil }
            host = Substring(address).lowercased()
            rest = rest[end...].dropFirst()
        } else {
            let name = rest.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.count <= 255,
                name.allSatisfy({ $0.isASCIILetterOrDigit || ".-_".utf8.contains($0) })
            else { return nil }
            host = Substring(name).lowercased()
            rest = rest[name.endIndex...]
        }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
            let number = UInt16(Substring(digits))
        else { return nil }
        port = Int(number)
    }

    var description: String {
        (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }

    /// Whether the host always resolves to this machine.
    var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        guard host.hasPrefix("127.") else { return false }
        let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8(Substring($0)) != nil }
    }
}
