import AccountCore
import DBus

/// Records the apps that call.
struct ApplicationRegistry: Sendable {
    let notifier: ChangeNotifier

    /// Records an app; does nothing if it is already known with the same values.
    ///
    /// - Parameter usage: The usage description; nil leaves it unchanged.
    /// - Throws: `DeviceEventError`, `StoreError`.
    func remember(_ identity: CallerIdentity, usage: String? = nil, on connection: Connection) async throws {
        let known = notifier.store.device.state.applications[identity.application]
        if let known, known.identification == identity.identification, usage == nil || usage == known.usageDescription { return }
        let inUse = notifier.callers.applications
        try await notifier.perform(
            [.applicationSeen(identity.application, identity.identification, usageDescription: usage, inUse: inUse)],
            on: connection)
    }
}
