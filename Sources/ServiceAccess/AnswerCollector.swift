import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Collects one answer of a service, up to a maximum size.
final class AnswerCollector: HTTPClientResponseDelegate {
    /// The maximum size of a body, in bytes.
    static let largestBody = 1 << 20

    /// The body is larger than any body of the service.
    struct TooLarge: Error {}

    private struct State {
        var answer: HTTPAnswer?
        var body = ByteBuffer()
    }

    private let state = Mutex(State())

    /// Whether the head of the answer has been received.
    var hasBegun: Bool { state.withLock { $0.answer != nil } }

    func didReceiveHead(task: HTTPClient.Task<HTTPAnswer>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        var headers: [String: String] = [:]
        for header in head.headers { headers[header.name.lowercased()] = header.value }
        let answer = HTTPAnswer(status: Int(head.status.code), headers: headers)
        state.withLock { $0.answer = answer }
        let length = headers["content-length"].flatMap(Int.init) ?? 0
        guard length <= Self.largestBody else { return task.eventLoop.makeFailedFuture(TooLarge()) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<HTTPAnswer>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let isTaken = state.withLock { state in
            guard state.body.readableBytes + buffer.readableBytes <= Self.largestBody else { return false }
            state.body.writeImmutableBuffer(buffer)
            return true
        }
        return isTaken ? task.eventLoop.makeSucceededVoidFuture() : task.eventLoop.makeFailedFuture(TooLarge())
    }

    func didFinishRequest(task: HTTPClient.Task<HTTPAnswer>) throws -> HTTPAnswer {
        try state.withLock { state in
            guard var answer = state.answer else { throw HTTPClientError.remoteConnectionClosed }
            answer.body = Array(state.body.readableBytesView)
            return answer
        }
    }
}
