import AsyncHTTPClient
import EventLoopTasks
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// The certificate authorities that clients of a service trust: the library and the programs around it.
package enum ServiceTrust {
    /// Returns the authorities in the file of `SSL_CERT_FILE`, which programs that use OpenSSL honour and NIOSSL ignores; nil for
    /// the system's.
    package static func configuration(environment: [String: String]) -> TLSConfiguration? {
        guard let file = environment["SSL_CERT_FILE"].nonEmpty else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(file)
        return configuration
    }
}

/// A type that sends requests to services.
package protocol Transport: Sendable {
    /// Returns the answer, or the reason for a failure. Ends after a timeout.
    func send(_ request: HTTPRequest) async -> HTTPOutcome
}

/// HTTP/1.1 without redirects, cookies and proxies; never to a host of the real service.
package struct HTTPTransport: Transport {
    /// The single thread of all connections: with two, a request and its connection would wake each other for each part. It does
    /// not belong to the process's shared group, because an app may block that.
    private static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    /// The client of this process. It lives as long as the process, so it is never shut down.
    private static let shared = makeClient(trust: ServiceTrust.configuration(environment: ProcessInfo.processInfo.environment))

    /// Runs tasks on the thread of this process's connections; they must not block it.
    package static let executor = EventLoopTaskExecutor(thread.next())

    /// The client whose connections are used.
    private let client: HTTPClient
    /// The time limit of an answer, from opening the connection to the last byte of the body.
    private let limit: TimeAmount
    /// The value of `User-Agent`.
    private let userAgent: String

    /// Creates a transport.
    ///
    /// - Parameter client: The client whose connections are used; nil for that of this process.
    package init(
        client: HTTPClient? = nil, limit: TimeAmount = .seconds(10), userAgent: String = "AccessEnabler/3.9 (vsa-simulator)"
    ) {
        self.client = client ?? Self.shared
        self.limit = limit
        self.userAgent = userAgent
    }

    /// Creates a client.
    ///
    /// - Parameter trust: The trusted authorities; nil for the system's.
    package static func makeClient(trust: TLSConfiguration?) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.httpVersion = .http1Only
        // A refused connection is an answer: the app decides whether to retry.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Unanswered requests must not delay those of the process's other libraries.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.tlsConfiguration = trust
        return HTTPClient(eventLoopGroupProvider: .shared(thread), configuration: configuration)
    }

    package func send(_ request: HTTPRequest) async -> HTTPOutcome {
        let address = request.service + request.target
        guard let components = URLComponents(string: address), let host = components.host,
            !ServiceLocation.isRealHost(host), ServiceLocation.isPort(components.port)
        else { return .unreachable("No request is sent to \(request.service).") }
        let content: HTTPClient.Request
        do { content = try self.content(of: request, at: address) } catch { return HTTPOutcome(error, of: request.service) }
        let end = NIODeadline.now() + limit
        let (outcome, hasBegun) = await attempt(content, service: request.service, until: end)
        // A restarted service has closed the kept connection; it will answer on a new one.
        guard case .interrupted = outcome, !hasBegun, request.isIdempotent, !Task.isCancelled else { return outcome }
        return await attempt(content, service: request.service, until: end).outcome
    }

    /// Sends a request once; also returns whether any part of the answer was received.
    private func attempt(
        _ content: HTTPClient.Request, service: String, until end: NIODeadline
    ) async -> (outcome: HTTPOutcome, hasBegun: Bool) {
        let collector = AnswerCollector()
        let task = client.execute(request: content, delegate: collector, deadline: end)
        do {
            let answer = try await withTaskCancellationHandler {
                try await task.get()
            } onCancel: {
                task.cancel()
            }
            return (.answer(answer), true)
        } catch {
            // An error after the deadline says only that the request was cancelled.
            let cause = NIODeadline.now() < end ? error : HTTPClientError.deadlineExceeded
            return (HTTPOutcome(cause, of: service), collector.hasBegun)
        }
    }

    private func content(of request: HTTPRequest, at address: String) throws -> HTTPClient.Request {
        var headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        headers.replaceOrAdd(name: "User-Agent", value: userAgent)
        let encoded = request.body.encoded
        if let type = encoded?.type { headers.replaceOrAdd(name: "Content-Type", value: type) }
        let body = encoded.map { HTTPClient.Body.byteBuffer(ByteBuffer(bytes: $0.content)) }
        return try HTTPClient.Request(url: address, method: HTTPMethod(rawValue: request.method), headers: headers, body: body)
    }
}

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
