import AsyncHTTPClient
import Encodings
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Whom clients of a service trust, the library as well as the programs around it.
package enum ServiceTrust {
    /// The authorities in the file of `SSL_CERT_FILE`, which OpenSSL's programs honour and NIOSSL does not by itself; nil for the
    /// system's.
    package static func configuration(environment: [String: String]) -> TLSConfiguration? {
        guard let file = environment["SSL_CERT_FILE"], !file.isEmpty else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(file)
        return configuration
    }
}

/// Sends requests to services.
protocol Transport: Sendable {
    /// The answer, or why there is none. Ends by itself after a time.
    func send(_ request: HTTPRequest) async -> HTTPOutcome
}

/// HTTP/1.1 without redirects, cookies and proxies; never to a host of the real service.
struct HTTPTransport: Transport {
    /// The client of this process. It lives as long as the process does, which is why nothing shuts it down.
    private static let shared = makeClient(trust: ServiceTrust.configuration(environment: ProcessInfo.processInfo.environment))

    /// The client whose connections are used.
    var client = shared
    /// How long an answer may take in all, from the connection's begin to the body's last byte.
    var limit = TimeAmount.seconds(10)

    /// A client.
    ///
    /// - Parameter trust: Whom it trusts; nil for the system's authorities.
    static func makeClient(trust: TLSConfiguration?) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.httpVersion = .http1Only
        // A refused connection is an answer: the app decides whether to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Requests that nobody answers must not hold up those of the process's other libraries.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.tlsConfiguration = trust
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func send(_ request: HTTPRequest) async -> HTTPOutcome {
        let query = request.query.isEmpty ? "" : "?" + PercentEncoding.encode(request.query)
        let address = request.service + request.path + query
        guard let components = URLComponents(string: address), let host = components.host,
            !ServiceLocation.isRealHost(host), ServiceLocation.isPort(components.port)
        else { return .unreachable("\(request.service) is not asked.") }
        let content: HTTPClient.Request
        do { content = try Self.content(of: request, at: address) } catch { return HTTPOutcome(error, of: request.service) }
        let end = NIODeadline.now() + limit
        let (outcome, hasBegun) = await attempt(content, service: request.service, until: end)
        // A service that was restarted has closed the connection that was kept: asked on another one, it answers.
        guard case .interrupted = outcome, !hasBegun, request.isIdempotent, !Task.isCancelled else { return outcome }
        return await attempt(content, service: request.service, until: end).outcome
    }

    /// Sends once; also tells whether any of the answer came.
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
            // What was given up because of the time says only that it was given up.
            let cause = NIODeadline.now() < end ? error : HTTPClientError.deadlineExceeded
            return (HTTPOutcome(cause, of: service), collector.hasBegun)
        }
    }

    private static func content(of request: HTTPRequest, at address: String) throws -> HTTPClient.Request {
        var headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        headers.replaceOrAdd(name: "User-Agent", value: "AccessEnabler/3.9 (vsa-simulator)")
        var body: HTTPClient.Body?
        switch request.body {
        case .none: break
        case .form(let fields):
            headers.replaceOrAdd(name: "Content-Type", value: "application/x-www-form-urlencoded")
            body = .byteBuffer(ByteBuffer(string: PercentEncoding.encode(fields)))
        case .json(let value):
            headers.replaceOrAdd(name: "Content-Type", value: "application/json;charset=utf-8")
            body = .byteBuffer(ByteBuffer(bytes: value.serialized))
        }
        return try HTTPClient.Request(url: address, method: HTTPMethod(rawValue: request.method), headers: headers, body: body)
    }
}
