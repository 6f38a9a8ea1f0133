import AccountCore
import DBus

/// Records the apps that call.
struct ApplicationRegistry: Sendable {
    let notifier: ChangeNotifier
    let desktopEntries: DesktopEntries

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
        let inUse = notifier.callers.applications
        try await notifier.perform(
            [.applicationSeen(identity.application, identity.identification, usageDescription: usage, name: name, inUse: inUse)],
            on: connection)
    }

    /// Returns what the device knows about an app; nil if it does not know it.
    subscript(app: ApplicationID) -> Application? { notifier.store.device.state.applications[app] }
}
