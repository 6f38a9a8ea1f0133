import DBus

/// Decides which callers may use `Control`, be an agent, and see the device's objects.
struct Authorizer: Sendable {
    /// Throws an `ErrorReply` (AccessDenied) for callers without permission. Runs on the bus thread.
    let authorize: @Sendable (BusCaller) throws -> Void
    /// Whether a sender may see the objects below the root. Runs on the bus thread.
    let allows: @Sendable (BusName?) -> Bool

    /// Returns an authorizer that allows callers known not to be in a sandbox. The connection's gate has determined that before
    /// any call arrives here.
    static func outsideSandboxes(_ callers: Callers) -> Authorizer {
        let allows: @Sendable (BusName?) -> Bool = { sender in sender.flatMap(callers.isSandboxed) == false }
        return Authorizer(
            authorize: { caller in
                guard !allows(caller.sender) else { return }
                let reason =
                    caller.sender.flatMap(callers.isSandboxed) == nil
                    ? "it cannot be determined who is calling" : "apps in a sandbox have no access to it"
                throw ErrorReply(.accessDenied, message: reason)
            }, allows: allows)
    }
}
