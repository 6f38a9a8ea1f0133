import DBus

/// Who may use `Control`, be an agent, and see the device's objects: callers known not to be in a sandbox. The connection's gate
/// has determined that before any call arrives here.
extension Callers {
    /// Throws an `ErrorReply` (AccessDenied) for callers without permission. Runs on the bus thread.
    @Sendable func authorize(_ caller: BusCaller) throws {
        guard !allows(caller.sender) else { return }
        let reason =
            caller.sender.flatMap(isSandboxed) == nil
            ? "it cannot be determined who is calling" : "apps in a sandbox have no access to it"
        throw ErrorReply(.accessDenied, message: reason)
    }

    /// Whether a sender may see the objects below the root. Runs on the bus thread.
    @Sendable func allows(_ sender: BusName?) -> Bool { sender.flatMap(isSandboxed) == false }
}
