import AccountCore
import DBus

/// Identifies the app of a call, and records it on the device.
struct CallerResolver: Sendable {
    let callers: Callers
    let registry: ApplicationRegistry

    /// Answers with the app of the call: immediately if it is known, otherwise after it has been identified.
    func answer(
        _ invocation: MethodInvocation, _ answer: @escaping @Sendable (CallerIdentity) throws -> MethodAnswer
    ) throws -> MethodAnswer {
        let sender = try invocation.caller()
        if let identity = callers.known(sender) { return try answer(identity) }
        return .later { try await answer(identity(of: invocation)).results() }
    }

    /// Returns the app of a call, and records it on the device if possible.
    func identity(of invocation: MethodInvocation) async throws -> CallerIdentity {
        let sender = try invocation.caller()
        if let identity = callers.known(sender) { return identity }
        let identity = try await callers.identity(of: sender)
        do { try await registry.remember(identity, on: invocation.connection) } catch {
            // A call does not fail because its app could not be recorded.
            StandardError.write("vsad: \(identity.application) cannot be stored: \(error)")
        }
        callers.noteIntroduction(of: sender)
        return identity
    }
}
