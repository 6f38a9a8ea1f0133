import AccountCore
import DBus

/// The apps that call: identifies them, and records them on the device.
final class ApplicationServices: Sendable {
    let callers: Callers
    private let notifier: ChangeNotifier
    private let desktopEntries: DesktopEntries

    init(notifier: ChangeNotifier, desktopEntries: DesktopEntries) {
        callers = notifier.callers
        self.notifier = notifier
        self.desktopEntries = desktopEntries
    }

    /// Answers with the app of the call: immediately if it is known, otherwise after it has been identified.
    ///
    /// - Parameter isOrdered: Whether calls of an app that is not known yet keep the order of the sender's calls.
    func answer(
        _ invocation: MethodInvocation, isOrdered: Bool = false,
        _ answer: @escaping @Sendable (CallerIdentity) throws -> MethodAnswer
    ) throws -> MethodAnswer {
        let sender = try invocation.caller()
        if let identity = known(sender) { return try answer(identity) }
        let work = { @Sendable [self] in try await answer(identity(of: invocation)).results() }
        return isOrdered ? .inOrder(work) : .later(work)
    }

    /// Returns the app of a call, and records it on the device if possible.
    func identity(of invocation: MethodInvocation) async throws -> CallerIdentity {
        let sender = try invocation.caller()
        if let identity = known(sender) { return identity }
        let identity = try await callers.identity(of: sender)
        do { try await remember(identity, callers.registration(of: sender), on: invocation.connection) } catch {
            // A call does not fail because its app could not be recorded.
            StandardError.write("vsad: \(identity.application) cannot be stored: \(error)")
        }
        callers.noteIntroduction(of: sender)
        return identity
    }

    /// Records an app; does nothing if it is already known with the same values.
    ///
    /// - Parameter registration: The app's description of itself; values that it does not contain stay unchanged.
    /// - Throws: the errors of `DeviceReducer`, `StoreError`.
    func remember(
        _ identity: CallerIdentity, _ registration: Registration? = nil, on connection: Connection
    ) async throws {
        let known = self[identity.application]
        let usage = registration?.usageDescription
        let name = desktopEntries.name(of: identity.application) ?? registration?.name
        if let known, known.identification == identity.identification, usage == nil || usage == known.usageDescription,
            name == nil || name == known.name
        {
            return
        }
        let inUse = callers.applications
        try await notifier.perform(
            [.applicationSeen(identity.application, identity.identification, usageDescription: usage, name: name, inUse: inUse)],
            on: connection)
    }

    /// Returns what the device knows about an app; nil if it does not know it.
    subscript(app: ApplicationID) -> Application? { notifier.store.device.state.applications[app] }

    /// Returns the reply for an error of a call's handler, with the body that the caller requested.
    @Sendable func reply(for error: any Error, of call: MethodInvocation) -> any Error {
        let error = errorReply(for: error)
        guard var reply = error as? ErrorReply, !reply.extra.isEmpty, !isInfoWanted(by: call) else { return error }
        reply.extra = []
        return reply
    }

    /// Returns the preference of the call, or else that of its connection.
    private func isInfoWanted(by call: MethodInvocation) -> Bool {
        for argument in call.message.body {
            guard let details = try? OrderedVariantDictionary(dbusValue: argument) else { continue }
            if let wish = try? details.errorInfo { return wish }
        }
        return call.sender.flatMap(callers.registration)?.wantsErrorInfo ?? false
    }

    /// Returns the app of a connection if nothing remains to be done about it. A reset or another scenario removes apps that are
    /// still on the bus; their next call records them again.
    private func known(_ sender: BusName) -> CallerIdentity? {
        guard let identity = callers.known(sender), self[identity.application] != nil else { return nil }
        return identity
    }
}
