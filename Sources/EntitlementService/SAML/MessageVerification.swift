import Dispatch

/// Parses SAML messages and metadata outside the cooperative pool, two at a time, so that untrusted messages never block other
/// calls.
final class MessageVerification: Sendable {
    private let queue = DispatchQueue(label: "entitlementd.saml", attributes: .concurrent)
    // A queue that two threads process in about 50 ms, so that simultaneous legitimate logins need not be repeated.
    private let turnstile = Turnstile(width: 2, lineLimit: 32)

    /// Performs the work on a separate thread.
    ///
    /// - Throws: ``ServiceError`` 503 if too many callers are already waiting, or the error that the work throws.
    func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await turnstile.pass {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result(catching: work)) }
            }
        }
    }
}
