import Encodings

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

    /// The addresses of a service that listens on all of them.
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
