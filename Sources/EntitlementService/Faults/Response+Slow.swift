import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import TVWorld

extension Response {
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

/// Writes a body in small pieces, each after the time that it would take.
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
