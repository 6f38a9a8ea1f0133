import Testing

@testable import EntitlementService

@Suite("Notifications of tasks", .timeLimit(.minutes(5)))
struct AsyncNotificationTests {
    @Test("A notification and the cancellation of the waiting task may happen at the same moment")
    func cancelledWhenNotified() async {
        let notification = AsyncNotification()
        for _ in 0..<2_000 {
            let (wakes, _) = notification.follow()
            let consumer = Task { for await _ in wakes {} }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { notification.wake() }
                group.addTask { consumer.cancel() }
            }
            await consumer.value
        }
        #expect(notification.count == 0)
    }
}
