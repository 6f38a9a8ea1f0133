import AccountCore
import DBus

/// Stores the changes of requests.
struct RequestChanges: Sendable {
    let store: DeviceStore
    let notifier: ChangeNotifier
    let bus: WeakConnection

    /// Applies all changes or none, and announces them when they are on disk.
    ///
    /// - Throws: `DeviceEventError`, `UserAccountError`, `StoreError`.
    func perform(_ changes: [RequestChange]) async throws {
        let announcements = try await store.perform(changes.map(Self.event))
        guard let connection = bus.connection else { return }
        await notifier.publish(announcements, on: connection)
    }

    private static func event(_ change: RequestChange) -> DeviceEvent {
        switch change {
        case .device(let event): event
        case .autoSignIn(let app, let authorization, let context):
            .userAccount(.autoSignInDecided(authorization, context: context), of: app)
        }
    }
}
