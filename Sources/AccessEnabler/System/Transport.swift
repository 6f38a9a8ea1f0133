import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Sends requests to services.
protocol Transport: Sendable {
    /// The answer, or why there is none. Ends by itself after a time.
    func send(_ request: HTTPRequest) async -> HTTPOutcome
}

/// HTTP/1.1 without redirects, cookies and proxies; never to a host of the real service.
struct HTTPTransport: Transport {
    /// The client of this process. It lives as long as the process does, which is why nothing shuts it down.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.httpVersion = .http1Only
        // A refused connection is an answer: the app decides whether to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tlsConfiguration = trust(environment: ProcessInfo.processInfo.environment)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// Whom the client trusts: the authorities in the file of `SSL_CERT_FILE`, which OpenSSL's programs honour and NIOSSL does not
    /// by itself; nil for the system's.
    static func trust(environment: [String: String]) -> TLSConfiguration? {
        guard let file = environment["SSL_CERT_FILE"], !file.isEmpty else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(file)
        return configuration
    }

    /// How long a request may take in all.
    var timeout = TimeAmount.seconds(10)

    func send(_ request: HTTPRequest) async -> HTTPOutcome {
        let query = request.query.isEmpty ? "" : "?" + PercentEncoding.encode(request.query)
        let address = request.service + request.path + query
        guard let host = URLComponents(string: address)?.host, !ServiceLocation.isRealHost(host) else {
            return .unreachable("\(request.service) is not asked.")
        }
        var outgoing = HTTPClientRequest(url: address)
        outgoing.method = HTTPMethod(rawValue: request.method)
        for field in request.headers { outgoing.headers.add(name: field.name, value: field.value) }
        outgoing.headers.replaceOrAdd(name: "User-Agent", value: "AccessEnabler/3.9 (vsa-simulator)")
        switch request.body {
        case .none: break
        case .form(let fields):
            outgoing.headers.replaceOrAdd(name: "Content-Type", value: "application/x-www-form-urlencoded")
            outgoing.body = .bytes(ByteBuffer(string: PercentEncoding.encode(fields)))
        case .json(let value):
            outgoing.headers.replaceOrAdd(name: "Content-Type", value: "application/json;charset=utf-8")
            outgoing.body = .bytes(ByteBuffer(bytes: value.serialized))
        }
        do {
            let response = try await Self.client.execute(outgoing, timeout: timeout)
            let body = try await response.body.collect(upTo: 1 << 20)
            var headers: [String: String] = [:]
            for header in response.headers { headers[header.name.lowercased()] = header.value }
            return .answer(
                HTTPAnswer(status: Int(response.status.code), headers: headers, body: Array(body.readableBytesView)))
        } catch {
            let name = String(reflecting: type(of: error))
            let isInsecure = name.hasPrefix("NIOSSL.") || error as? HTTPClientError == .tlsHandshakeTimeout
            let reason = "\(request.service): \(error)"
            return isInsecure ? .insecure(reason) : .unreachable(reason)
        }
    }
}
