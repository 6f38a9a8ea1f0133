import AccountCore
import DBus

/// Stores what requests change.
struct RequestChanges: Sendable {
    let store: DeviceStore
    let publisher: Publisher
    let bus: BusReference

    /// Makes all changes or none, and tells the bus when they are on the disk.
    ///
    /// - Throws: `DeviceEventError`, `UserAccountError`, `StoreError`.
    func perform(_ changes: [RequestChange]) async throws {
        let announcements = try await store.perform(changes.map(Self.event))
        guard let connection = bus.connection else { return }
        await publisher.publish(announcements, on: connection)
    }

    private static func event(_ change: RequestChange) -> DeviceEvent {
        switch change {
        case .device(let event): event
        case .autoSignIn(let app, let authorization, let context):
            .userAccount(.autoSignInDecided(authorization, context: context), of: app)
        }
    }
}
