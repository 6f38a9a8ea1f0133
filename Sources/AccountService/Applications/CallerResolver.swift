import AccountCore
import DBus

/// Identifies the app of a call, and records it on the device.
struct CallerResolver: Sendable {
    let callers: Callers
    let registry: ApplicationRegistry
    let registrations: Registrations

    /// Answers with the app of the call: immediately if it is known, otherwise after it has been identified.
    ///
    /// - Parameter isOrdered: Whether calls of an app that is not known yet keep the order of the sender's calls.
    func answer(
        _ invocation: MethodInvocation, isOrdered: Bool = false,
        _ answer: @escaping @Sendable (CallerIdentity) throws -> MethodAnswer
    ) throws -> MethodAnswer {
        let sender = try invocation.caller()
        if let identity = known(sender) { return try answer(identity) }
        let work = { @Sendable in try await answer(identity(of: invocation)).results() }
        return isOrdered ? .inOrder(work) : .later(work)
    }

    /// Returns the app of a call, and records it on the device if possible.
    func identity(of invocation: MethodInvocation) async throws -> CallerIdentity {
        let sender = try invocation.caller()
        if let identity = known(sender) { return identity }
        let identity = try await callers.identity(of: sender)
        do { try await registry.remember(identity, registrations[sender], on: invocation.connection) } catch {
            // A call does not fail because its app could not be recorded.
            StandardError.write("vsad: \(identity.application) cannot be stored: \(error)")
        }
        callers.noteIntroduction(of: sender)
        return identity
    }

    /// Returns the app of a connection if nothing remains to be done about it. A reset or another scenario removes apps that are
    /// still on the bus; their next call records them again.
    private func known(_ sender: BusName) -> CallerIdentity? {
        guard let identity = callers.known(sender), registry[identity.application] != nil else { return nil }
        return identity
    }
}
