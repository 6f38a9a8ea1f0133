import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization
import TVWorld

/// The error that ends a connection in the middle of a response.
private struct ConnectionCut: Error {}

extension Response {
    /// Returns the same response, of which only the first half is sent before the connection ends. One without a body announces
    /// one.
    func cut() async throws -> Response {
        let collector = CollectingWriter()
        try await body.write(collector)
        let whole = collector.bytes
        var response = self
        if whole.isEmpty, status == .noContent || status == .notModified { response.status = .ok }
        let half = ByteBuffer(bytes: whole.prefix(whole.count / 2))
        response.body = ResponseBody(contentLength: max(1, whole.count)) { writer in
            if half.readableBytes > 0 { try await writer.write(half) }
            throw ConnectionCut()
        }
        response.headers[.contentLength] = String(max(1, whole.count))
        return response
    }

    /// No response: the connection ends before one.
    static var none: Response {
        Response(
            status: .serviceUnavailable, headers: [.contentLength: "1"],
            body: ResponseBody(contentLength: 1) { _ in throw ConnectionCut() })
    }

    /// Returns the response of an intermediary without useful content.
    static func bare(_ status: HTTPResponse.Status) -> Response {
        guard ![204, 304].contains(status.code) else { return .empty(status) }
        let text = String(status.code)
        return .content(status, "text/html", "<html><head><title>\(text)</title></head><body><h1>\(text)</h1></body></html>\n")
    }

    /// Returns the same response with a body that arrives slowly. When its fault is removed, or the service shuts down, the rest
    /// arrives at once.
    ///
    /// - Parameter bandwidth: Bytes per second.
    func slowed(to bandwidth: Int64, by fault: String, at point: FaultPoint, of faults: FaultBoard) -> Response {
        var response = self
        let whole = body
        response.body = ResponseBody(contentLength: whole.contentLength) { writer in
            try await whole.write(SlowWriter(writer: writer, bandwidth: bandwidth, fault: fault, point: point, faults: faults))
        }
        return response
    }
}

/// A writer that keeps a body in memory, so that it can be examined.
private final class CollectingWriter: ResponseBodyWriter, Sendable {
    private let collected = Mutex<[UInt8]>([])

    var bytes: [UInt8] { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws { collected.withLock { $0 += buffer.readableBytesView } }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// A writer that sends a body in small pieces, each after the time that it would take.
private struct SlowWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let bandwidth: Int64
    let fault: String
    let point: FaultPoint
    let faults: FaultBoard

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while rest.readableBytes > 0 {
            // Ten pieces per second, unless they would be smaller than a byte.
            let size = min(rest.readableBytes, Int(max(1, bandwidth / 10)))
            let time = FaultTable.Strike(id: fault, effect: .none, delay: Int64(size) * 1_000 / bandwidth)
            let (faults, point) = (faults, point)
            guard await cancelWhenGracefulShutdown({ await faults.hold(time, at: point) }),
                let piece = rest.readSlice(length: size)
            else {
                try Task.checkCancellation()
                return try await writer.write(rest)
            }
            try await writer.write(piece)
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await writer.finish(trailingHeaders) }
}
