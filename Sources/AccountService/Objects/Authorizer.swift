import DBus

/// Who may use `Control` and see the device's objects.
struct Authorizer: Sendable {
    /// Throws an `ErrorReply` (AccessDenied) for callers who may not. Runs on the bus thread.
    let authorize: @Sendable (Caller) throws -> Void

    /// Everybody on the session bus. A caller in a sandbox is told apart by the evidence that identifies it.
    static let everybody = Authorizer { _ in }
}
