import CDBus
import Glibc

@testable import DBus

/// A peer that sends calls as long as the socket accepts them and never reads a reply.
final class UnreadingPeer {
    struct SocketFailure: Error {}

    private let descriptor: CInt
    private var unsent: [UInt8] = []
    private var serial: UInt32 = 0

    /// Connects to the address of a `PeerServer` and authenticates as this user, without waiting for the answer.
    init(address: String) throws {
        guard let start = address.firstRange(of: "path=") else { throw SocketFailure() }
        descriptor = try connectedSocket(to: String(address[start.upperBound...].prefix { $0 != "," }))
        let identifier = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        unsent = [0] + Array("AUTH EXTERNAL \(identifier)\r\n".utf8)
    }

    deinit { close(descriptor) }

    /// Whether the other side has accepted the authentication.
    func isAccepted() -> Bool {
        push()
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, String(decoding: bytes.prefix(count), as: UTF8.self).hasPrefix("OK") else { return false }
        unsent += Array("BEGIN\r\n".utf8)
        return true
    }

    /// Sends calls of `Echo` until the socket is full.
    /// - Returns: The number of calls of which at least a part has been sent so far.
    func flood(_ text: String) -> UInt32 {
        push()
        while unsent.isEmpty {
            serial += 1
            unsent = call(text)
            push()
        }
        return serial
    }

    private func push() {
        while !unsent.isEmpty {
            let count = Glibc.send(descriptor, unsent, unsent.count, CInt(MSG_NOSIGNAL))
            if count <= 0 { return }
            unsent.removeFirst(count)
        }
    }

    private func call(_ text: String) -> [UInt8] {
        let raw = RawMessage.methodCall(
            nil, path: EchoService.path, interface: EchoService.interface, member: "Echo", flags: [])
        guard (try? raw.append([.string(text)])) != nil else { return [] }
        dbus_message_set_serial(raw.pointer, serial)
        var data: UnsafeMutablePointer<CChar>?
        var count: CInt = 0
        guard dbus_message_marshal(raw.pointer, &data, &count) != 0, let data else { return [] }
        defer { dbus_free(data) }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
}

/// A non-blocking stream socket that is connected to a path.
private func connectedSocket(to path: String) throws -> CInt {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw UnreadingPeer.SocketFailure() }
    return descriptor
}
