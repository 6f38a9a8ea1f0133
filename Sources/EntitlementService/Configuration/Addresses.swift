import Encodings
import Glibc

/// The address on which the service listens: `HOST:PORT`.
public struct ListenAddress: Sendable, Equatable {
    /// An IP address or a name; IPv6 addresses without brackets.
    public var host: String
    /// The port; 0 lets the system choose.
    public var port: Int

    /// Creates an address from `127.0.0.1:8080`, `[::1]:0`, `localhost:0`.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
            text[text.index(after: colon)...].utf8.allSatisfy(\.isASCIIDigit)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.host = String(host)
        self.port = Int(port)
    }

    /// Whether it is reachable only from this machine.
    public var isLoopback: Bool { HostAuthority(Self.bracketed(host))?.isLoopback ?? false }

    /// Whether it means all addresses of this machine.
    public var isWildcard: Bool { Self.reachable[host] != nil }

    /// The addresses at which a service that listens on all addresses is reachable, by the address that stands for all.
    private static let reachable = ["0.0.0.0": "127.0.0.1", "::": "::1"]

    /// Whether the host is a name, for which a certificate may be issued, and not an IP address.
    public var isNamed: Bool { !host.contains(":") && host.contains(where: \.isLetter) }

    /// Returns the URL of a service on an address; with the loopback address if it listens on all.
    public static func url(host: String, port: Int, isSecure: Bool = false) -> String {
        let reachable = Self.reachable[host] ?? host
        let scheme = isSecure ? "https" : "http"
        return "\(scheme)://\(bracketed(reachable)):\(port)"
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

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
