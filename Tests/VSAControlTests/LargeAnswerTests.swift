import Foundation
import Testing

@testable import VSAControl

@Suite("Answers of the service")
struct LargeAnswerTests {
    @Test("the state of a busy service is read completely: a load answers with it, and has been performed then")
    func large() async throws {
        let size = 100 << 20
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, address, &length) == 0
            }
        }
        try #require(isListening)
        Thread.detachNewThread { Self.answer(listener, size: size) }
        let request = ServiceRequest(
            method: .put, url: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/", patience: .seconds(60))
        let response = try await LinkedBackend.current.exchange(request)
        #expect(response.status == 200 && response.body.count == size)
    }

    /// Accepts one connection and sends an answer of a size to it.
    private static func answer(_ listener: Int32, size: Int) {
        let connection = accept(listener, nil, nil)
        defer { close(connection) }
        var request = [UInt8](repeating: 0, count: 65_536)
        guard recv(connection, &request, request.count, 0) > 0 else { return }
        var rest = Array("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8)[...] + [UInt8](repeating: 0x20, count: size)
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }
}
