import Testing

@testable import AccessEnabler

@Suite("Answers of calls", .timeLimit(.minutes(5)))
struct AnswersTests {
    @Test("a step and the cancellation of the waiting task may happen at the same moment")
    func cancelledAtStep() async {
        let router = SessionCallbackRouter()
        for _ in 0..<2_000 {
            let login = Call.getAuthentication(isForced: false, data: [:], filter: [:])
            let (_, steps) = router.expect(login) { _ = router.abandon($0) }
            let consumer = Task { for await _ in steps {} }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { router.deliver(.navigateToURL("https://alpha.example", usesSVC: false), to: []) }
                group.addTask { consumer.cancel() }
            }
            await consumer.value
        }
    }

    private static func login(isForced: Bool = false) -> Call { .getAuthentication(isForced: isForced, data: [:], filter: [:]) }

    private static func requestor(_ id: String) -> Call { .setRequestor(id: id, serviceProviders: []) }

    @Test(
        "the page of a passive login is the first step of the login that joins it, not of one after the passive login has ended",
        arguments: [
            ([], login(), true), ([.checkAuthentication, requestor("REF30")], login(), true), ([], login(isForced: true), false),
            ([.logout], login(), false), ([requestor("REF60")], login(), false),
        ])
    func passivePage(calls: [Call], login: Call, isJoining: Bool) async {
        let router = SessionCallbackRouter()
        let configuration = router.expect(Self.requestor("REF30")) { _ in }
        router.deliver(.setRequestorComplete(isSuccess: true), to: [configuration.ticket])
        let page = Callback.navigateToURL("https://beta.example", usesSVC: true)
        router.deliver(page, to: [])
        for call in calls { _ = router.expect(call) { _ in } }
        let (ticket, parts) = router.expect(login) { _ in }
        router.deliver(.loggedIn, to: [ticket])
        var steps: [Callback] = []
        for await case .step(let step) in parts { steps.append(step) }
        #expect(steps == (isJoining ? [page] : []))
    }
}
