import AccountCore
import DBus

/// Remembers the apps that call.
struct Introductions: Sendable {
    let device: Device
    let store: DeviceStore
    let publisher: Publisher

    /// Remembers an app; nothing happens when it is known as it is.
    ///
    /// - Parameter usage: Its usage description; nil leaves the known one.
    /// - Throws: `DeviceEventError`, `StoreError`.
    func remember(_ identity: CallerIdentity, usage: String? = nil, on connection: Connection) async throws {
        let known = device.state.applications[identity.application]
        if let known, known.identification == identity.identification, usage == nil || usage == known.usageDescription { return }
        let announcements = try await store.perform(
            .applicationSeen(
                identity.application, identity.identification, usageDescription: usage, inUse: publisher.callers.applications))
        await publisher.publish(announcements, on: connection)
    }
}
