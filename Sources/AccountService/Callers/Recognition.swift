import AccountCore
import DBus

/// Tells which app a call is from, and has the device remember that app.
struct Recognition: Sendable {
    let callers: Callers
    let introductions: Introductions

    /// Answers for the app behind a call: at once when it is known, else when it has been found out.
    func answer(
        _ invocation: Invocation, _ answer: @escaping @Sendable (CallerIdentity) throws -> Answer
    ) throws -> Answer {
        let sender = try invocation.caller()
        if let identity = callers.known(sender) { return try answer(identity) }
        return .later {
            let identity = try await identity(of: invocation)
            switch try answer(identity) {
            case .now(let results): return results
            case .later(let work), .inOrder(let work): return try await work()
            }
        }
    }

    /// The app behind a call, which the device remembers from now on if it can.
    func identity(of invocation: Invocation) async throws -> CallerIdentity {
        let sender = try invocation.caller()
        if let identity = callers.known(sender) { return identity }
        let identity = try await callers.identity(of: sender)
        do { try await introductions.remember(identity, on: invocation.connection) } catch {
            // A call does not fail because nobody could write down who called.
            StandardError.write("vsad: \(identity.application) is not remembered: \(error)")
        }
        callers.noteIntroduction(of: sender)
        return identity
    }
}
