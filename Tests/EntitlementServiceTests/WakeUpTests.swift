import Testing

@testable import EntitlementService

@Suite("Wake-ups", .timeLimit(.minutes(5)))
struct WakeUpTests {
    @Test("A wake-up and the cancellation of the waiting task may happen at the same moment")
    func cancelledAtWakeUp() async {
        let wakeUps = WakeUps()
        for _ in 0..<2_000 {
            let (wakes, _) = wakeUps.follow()
            let consumer = Task { for await _ in wakes {} }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { wakeUps.wake() }
                group.addTask { consumer.cancel() }
            }
            await consumer.value
        }
        #expect(wakeUps.count == 0)
    }
}
