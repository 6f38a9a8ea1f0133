import HTTPTypes
import NIOCore

/// The address of a client: the first address of `X-Forwarded-For`, or else the connection's peer.
///
/// Mirrors how the service distinguishes devices for throttling, and what server-to-server callers have to send.
struct ClientAddress: Sendable, Equatable {
    /// The address in its usual spelling; nil if it is unknown, as in tests.
    let text: String?
    /// The port, if the address is the peer's.
    let port: Int?

    /// The peer of the connection that the current task serves. It is formatted once for all requests, because that takes
    /// thousands of instructions.
    @TaskLocal static var currentPeer: Self?

    /// Creates the address of a connection's peer.
    init(peer: SocketAddress) {
        text = peer.ipAddress
        port = peer.port
    }

    /// Creates the address of the sender of a request.
    init(_ headers: HTTPFields, peer: Self?) {
        let first = headers.value(.forwardedFor)?.split(separator: ",", maxSplits: 1).first
        if let address = first.flatMap({ Self.address(String($0)) }) {
            text = address
            port = nil
        } else {
            text = peer?.text
            port = peer?.port
        }
    }

    /// Returns the usual spelling of an address; nil for other strings, so that tables cannot be filled with invented names. Some
    /// proxies add the port: `192.0.2.1:49152`, `[2001:db8::1]:49152`.
    private static func address(_ text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        var name = text.filter { $0 != " " && $0 != "\t" }
        if name.hasPrefix("[") {
            name = String(name.dropFirst().prefix { $0 != "]" })
        } else if name.count(where: { $0 == ":" }) == 1 {
            // An IPv6 address has several colons.
            name = String(name.prefix { $0 != ":" })
        }
        return (try? SocketAddress(ipAddress: name, port: 0))?.ipAddress
    }
}

extension HTTPField.Name {
    static let forwardedFor = Self("X-Forwarded-For")!
}
