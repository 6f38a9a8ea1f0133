import AccountCore
import DBus

/// Records the apps that call.
struct ApplicationRegistry: Sendable {
    let device: Device
    let store: DeviceStore
    let notifier: ChangeNotifier

    /// Records an app; does nothing if it is already known with the same values.
    ///
    /// - Parameter usage: The usage description; nil leaves it unchanged.
    /// - Throws: `DeviceEventError`, `StoreError`.
    func remember(_ identity: CallerIdentity, usage: String? = nil, on connection: Connection) async throws {
        let known = device.state.applications[identity.application]
        if let known, known.identification == identity.identification, usage == nil || usage == known.usageDescription { return }
        let announcements = try await store.perform(
            .applicationSeen(
                identity.application, identity.identification, usageDescription: usage, inUse: notifier.callers.applications))
        await notifier.publish(announcements, on: connection)
    }
}
