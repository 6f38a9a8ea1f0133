import HTTPTypes
import Hummingbird
import Synchronization

/// Limits the memory for the bodies of all requests together.
///
/// Small ones are read immediately. Others share one room, and what does not fit is rejected. Bodies above the ordinary size,
/// which only administrative calls may have, are processed one at a time.
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

    /// Responds to a request when there is room for its body.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the call's body, in bytes.
    ///   - answer: Reads the body, up to the given number of bytes, and responds.
    /// - Throws: ``ServiceError``: 413 if the declared body is larger, 503 if too many bodies are being read.
    func admit(_ request: Request, limit: Int, _ answer: (_ limit: Int) async throws -> Response) async throws -> Response {
        // A chunked body may be as large as the call accepts.
        let size = request.headers[.contentLength].map { Int($0) ?? limit + 1 } ?? (request.mayHaveBody ? limit : 0)
        guard size <= limit else { throw ServiceError.bodyTooLarge(limit) }
        if size <= Self.small { return try await answer(limit) }
        if size > ordinary { return try await large.pass { try await answer(limit) } }
        let isAdmitted = used.withLock { used in
            guard used == 0 || used + size <= Self.room else { return false }
            used += size
            return true
        }
        guard isAdmitted else { throw ServiceError.busy }
        defer { used.withLock { $0 -= size } }
        return try await answer(limit)
    }
}

extension Request {
    /// Whether the head announces a body of unknown size.
    fileprivate var mayHaveBody: Bool { headers[.transferEncoding] != nil }
}

extension ServiceError {
    /// Returns the refusal of a body that is too large for a call.
    static func bodyTooLarge(_ limit: Int) -> ServiceError {
        ServiceError(.contentTooLarge, "The body is larger than \(limit) bytes.")
    }
}
