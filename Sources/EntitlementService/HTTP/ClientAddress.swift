import HTTPTypes
import NIOCore

/// Where a client is: the first address of `X-Forwarded-For`, else the other end of the connection.
///
/// Mirrors how the service tells devices apart when it throttles them, and what server-to-server callers have to send.
struct ClientAddress: Sendable, Equatable {
    /// The address in its usual spelling; nil if nothing is known, as in tests.
    let text: String?
    /// The port, when the address is the peer's.
    let port: Int?

    init(_ headers: HTTPFields, peer: SocketAddress?) {
        let first = headers[.forwardedFor]?.split(separator: ",", maxSplits: 1).first
        if let address = first.flatMap({ Self.address(String($0)) }) {
            text = address
            port = nil
        } else {
            text = peer?.ipAddress
            port = peer?.port
        }
    }

    /// The usual spelling of an address; nil if the text is none, so that nobody can fill tables with made-up names.
    private static func address(_ text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let name = text.filter { $0 != " " && $0 != "\t" && $0 != "[" && $0 != "]" }
        return (try? SocketAddress(ipAddress: name, port: 0))?.ipAddress
    }
}

extension HTTPField.Name {
    static let forwardedFor = Self("X-Forwarded-For")!
}
