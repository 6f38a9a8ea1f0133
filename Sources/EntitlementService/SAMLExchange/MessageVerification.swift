import Dispatch

/// Reads SAML messages and metadata beside the cooperative pool, two at a time: untrusted messages never block other calls.
final class MessageVerification: Sendable {
    private let queue = DispatchQueue(label: "entitlementd.saml", attributes: .concurrent)
    // A line as long as two threads work off in some 50 ms, so that honest logins at the same moment need not be repeated.
    private let turnstile = Turnstile(width: 2, lineLimit: 32)

    /// Does the work on a thread where nothing else waits for it.
    ///
    /// - Throws: ``HTTPRefusal`` 503 when too many wait already, or what the work throws.
    func perform<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await turnstile.pass {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result(catching: work)) }
            }
        }
    }
}
