import HTTPTypes
import Hummingbird
import Synchronization

/// A limit on the memory for the bodies of all requests together.
///
/// Small bodies are read immediately. Others share a limited amount of memory, and those that do not fit are rejected. Bodies
/// above the ordinary size, which only administrative calls may have, are processed one at a time.
final class BodyAdmission: Sendable {
    private let ordinary: Int
    private let large = Turnstile(width: 1, lineLimit: 16)
    private let used = Mutex(0)

    /// The maximum size of a small body, in bytes.
    static let small = 16_384
    /// The memory for ordinary bodies that are not small.
    static let room = 16 << 20

    /// - Parameter ordinary: The maximum size of a body of most calls, in bytes.
    init(ordinary: Int) { self.ordinary = ordinary }

    /// Returns the memory that the body of a request needs.
    ///
    /// - Parameter limit: The maximum size of the call's body, in bytes.
    /// - Throws: ``ServiceError`` 413 if the declared body is larger.
    func size(of request: Request, limit: Int) throws(ServiceError) -> Int {
        // A chunked body may be as large as the call accepts.
        let unknown = request.headers.contains(.transferEncoding) ? limit : 0
        let size = request.headers.value(.contentLength).map { Int($0) ?? limit + 1 } ?? unknown
        guard size <= limit else { throw ServiceError.bodyTooLarge(limit) }
        return size
    }

    /// Responds to a request when there is enough memory for its body.
    ///
    /// - Parameter answer: Reads the body and responds.
    /// - Throws: ``ServiceError`` 503 if too many bodies are being read.
    func admit(_ size: Int, _ answer: () async throws -> Response) async throws -> Response {
        if size <= Self.small { return try await answer() }
        if size > ordinary { return try await large.pass(answer) }
        let isAdmitted = used.withLock { used in
            guard used == 0 || used + size <= Self.room else { return false }
            used += size
            return true
        }
        guard isAdmitted else { throw ServiceError.busy }
        defer { used.withLock { $0 -= size } }
        return try await answer()
    }
}

extension ServiceError {
    /// Returns the refusal of a body that is too large for a call.
    static func bodyTooLarge(_ limit: Int) -> ServiceError {
        ServiceError(.contentTooLarge, "The body is larger than \(limit) bytes.")
    }
}
