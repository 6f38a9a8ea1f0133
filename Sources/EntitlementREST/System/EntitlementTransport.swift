import Foundation
import ServiceAccess

/// A request to the service.
public struct TransportRequest: Sendable, Hashable {
    /// The HTTP method.
    public let method: String
    /// The service's base URL without a trailing slash.
    public let service: String
    /// The path with the query, encoded.
    public let path: String
    /// The headers.
    public let headers: [String: String]
    /// The body; nil for none.
    public let body: [UInt8]?
}

/// An answer of the service.
public struct TransportAnswer: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// The body.
    public let body: [UInt8]

    /// Creates an answer.
    public init(status: Int, body: [UInt8] = []) {
        self.status = status
        self.body = body
    }
}

/// The reason why an answer is incomplete.
public struct TransportFailure: Error, Sendable, Hashable {
    /// The reason, as a sentence.
    public let reason: String

    /// Creates a failure.
    public init(reason: String) { self.reason = reason }
}

/// A type that sends requests to the service. It does not follow redirects or store cookies, and ends after a timeout.
public protocol EntitlementTransport: Sendable {
    /// Returns the answer, whatever its status.
    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportAnswer
}

/// HTTP/1.1, never to a host of the real service.
extension HTTPTransport: EntitlementTransport {
    package func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportAnswer {
        let outcome = await send(
            HTTPRequest(
                method: request.method, service: request.service, path: request.path,
                body: request.body.map(HTTPRequest.Body.bytes) ?? .none,
                headers: request.headers.sorted { $0.key < $1.key }.map { HTTPRequest.Field(name: $0.key, value: $0.value) }))
        switch outcome {
        case .answer(let answer): return TransportAnswer(status: answer.status, body: answer.body)
        case .unreachable(let reason), .interrupted(let reason), .insecure(let reason): throw TransportFailure(reason: reason)
        }
    }
}
