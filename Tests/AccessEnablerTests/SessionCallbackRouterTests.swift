import Testing

@testable import AccessEnabler

@Suite("Answers of calls", .timeLimit(.minutes(5)))
struct AnswersTests {
    @Test("a step and the cancellation of the waiting task may happen at the same moment")
    func cancelledAtStep() async {
        let router = SessionCallbackRouter()
        for _ in 0..<2_000 {
            let login = Call.getAuthentication(isForced: false, data: [:], filter: [:])
            let (ticket, steps) = router.expect(login) { _ = router.abandon($0) }
            router.join(ticket, at: nil)
            let consumer = Task { for await _ in steps {} }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { router.deliver(.navigateToURL("https://alpha.example", usesSVC: false), to: []) }
                group.addTask { consumer.cancel() }
            }
            await consumer.value
        }
    }
}
