import TVWorld
import Testing

@testable import AccountCore

@Suite("Who answers a prompt")
struct AnswererTests {
    private func stage(_ access: AccessStatus = .granted) throws -> RequestStage {
        try RequestStage(device(access: access, provider: nil))
    }

    @Test("Queued answers complete a sign-in; the journal says which answered what")
    func scripted() throws {
        var stage = try stage(.notDetermined)
        try stage.queue(.picker, "alpha.example")
        try stage.queue(.signIn, "wrong-password", provider: "alpha.example")
        try stage.queue(.signIn, "bob", provider: "delta.example")
        try stage.queue(.signIn, "alice", app: player)
        try stage.openMetadata()
        #expect(stage.metadata?.accountProviderIdentifier == "alpha.example")
        #expect(stage.device.storedAccount?.subscriber == "alice")
        #expect(stage.details(of: .promptAnswered, "answered-by") == ["script 1", "script 2", "script 4"])
        #expect(stage.details(of: .promptAnswered, "answer") == ["alpha.example", "wrong-password", "alice"])
        #expect(stage.requests.answers.waiting.map(\.id) == [3])
    }

    @Test("An answer for one app is not used for another; times counts down; 0 is always")
    func filters() throws {
        var stage = try stage(.notDetermined)
        try stage.queue(.access, "denied", app: other)
        try stage.queue(.access, "dismiss", times: 2)
        try stage.queue(.access, "granted", times: 0)
        for token in ["a", "b"] {
            try stage.open(.access, token: token)
            #expect(stage.error?.code == .userCancelled)
        }
        try stage.open(.access, token: "c")
        #expect(stage.result == .access(.granted))
        try stage.open(.access, app: other, token: "d")
        #expect(stage.result == .access(.denied))
        #expect(stage.requests.answers.waiting.map(\.used) == [1])
    }

    @Test("The delay belongs to the answer; an answer after the end has no effect")
    func delayed() throws {
        var stage = try stage(.notDetermined)
        stage.holdsScripts = true
        try stage.queue(.access, "granted", delay: 800)
        let id = try stage.open(.access)
        let held = try #require(stage.heldAnswers.first)
        #expect(held.delay == 800)
        #expect(stage.result == nil)
        try stage.send(.cancelled(id))
        #expect(stage.withdrawn == 1)
        try stage.send(.promptAnswered(held.step, held.answer, by: held.by))
        #expect(stage.device.permissions[player] == .notDetermined)
        #expect(stage.signals == ["failed"])
    }

    @Test(
        "Invalid answers",
        arguments: [
            (PromptKind.access, "yes"), (.access, ""), (.autoSignIn, "cancel"), (.picker, ""), (.signIn, ""),
        ])
    func refusedAnswers(prompt: PromptKind, answer: String) {
        let error = #expect(throws: InvalidInput.self) { try ScriptedAnswer(prompt: prompt, answer: answer) }
        #expect(error?.field == "answer")
    }

    @Test("Wrong delay, wrong filter, too many")
    func refusedQueueing() throws {
        #expect(throws: InvalidInput.self) { try ScriptedAnswer(prompt: .access, answer: "granted", delay: -1) }
        #expect(throws: InvalidInput.self) { try ScriptedAnswer(prompt: .access, answer: "granted", delay: 86_400_001) }
        #expect(throws: InvalidInput.self) { try ScriptedAnswer(prompt: .picker, answer: "other", provider: "alpha.example") }
        var answers = ScriptedAnswers()
        let answer = try ScriptedAnswer(prompt: .access, answer: "granted")
        for _ in 0..<ScriptedAnswers.maximumCount { _ = try answers.append(answer) }
        #expect(throws: InvalidInput.self) { try answers.append(answer) }
    }

    @Test(
        "After an agent's invalid reply the next one is asked; without another one it is as if dismissed",
        arguments: [
            PromptAnswer.provider("unknown.example"), .granted, .credentials(username: "alice", password: "secret"),
        ])
    func nonsense(answer: PromptAnswer) throws {
        var stage = try stage()
        stage.agents = ["new", "old"]
        try stage.openMetadata()
        try stage.answer(answer, agent: "new")
        #expect(stage.picker != nil)
        #expect(stage.details(of: .agentNonsense, "answered-by") == ["agent new"])
        try stage.answer(.provider("alpha.example"), agent: "new")
        #expect(stage.form == nil)
        try stage.send(.agentFailed(#require(stage.prompt).id, agent: "old", .invalidReply(reason: "wrong type")))
        #expect(stage.error?.code == .userCancelled)
        #expect(stage.endings == ["nobody could be asked"])
        #expect(stage.signals == ["present picker", "dismiss", "failed"])
        #expect(!"\(stage.records)".contains("secret"))
    }

    @Test("A huge answer does not fill the journal")
    func hugeAnswer() throws {
        var stage = try stage()
        try stage.openMetadata()
        try stage.answer(.provider(String(repeating: "x", count: 1_000_000)))
        #expect(stage.details(of: .agentNonsense, "reason").map(\.count) == [256])
    }

    @Test("An agent that leaves: the next one gets the same prompt")
    func agentGone() throws {
        var stage = try stage()
        try stage.openMetadata()
        let prompt = try #require(stage.prompt)
        try stage.send(.agentFailed(prompt.id, agent: "new", .gone(reason: "left the bus")))
        #expect(stage.effects.last == .ask(prompt, of: .agent(except: ["new"])))
        #expect(stage.details(of: .agentFailed, "reason") == ["left the bus"])
        try stage.answer(.provider("alpha.example"), agent: "old")
        #expect(stage.form != nil)
    }

    @Test("After a queued answer that does not fit the agents are asked")
    func scriptedNonsense() throws {
        var stage = try stage()
        try stage.queue(.picker, "unknown.example", times: 0)
        try stage.openMetadata()
        #expect(stage.details(of: .agentNonsense, "answered-by") == ["script 1"])
        #expect(stage.effects.last == .ask(try #require(stage.prompt), of: .agent(except: [])))
    }

    @Test("No agent can prompt for access: code 2, still not determined, the journal says why")
    func nobody() throws {
        var stage = try stage(.notDetermined)
        stage.agents = []
        try stage.open(.access)
        #expect(stage.error?.code == .userCancelled)
        #expect(stage.error?.accessStatus == .notDetermined)
        #expect(stage.endings == ["nobody could be asked"])
    }

    @Test("Unanswered: with dismiss no agent is asked, queued answers still count")
    func dismissPolicy() throws {
        var stage = try stage(.notDetermined)
        stage.requests.unanswered = .dismiss
        try stage.open(.access)
        #expect(stage.error?.code == .userCancelled)
        #expect(!stage.effects.contains { if case .ask = $0 { true } else { false } })
        try stage.queue(.access, "granted")
        try stage.open(.access, token: "t2")
        #expect(stage.result == .access(.granted))
    }

    @Test("Unanswered: hang waits until an answer is queued")
    func hangPolicy() throws {
        var stage = try stage(.notDetermined)
        stage.requests.unanswered = .hang
        try stage.open(.access)
        #expect(stage.effects.isEmpty)
        #expect(stage.requests.summaries.first?.asked == nil)
        try stage.queue(.picker, "other")
        #expect(stage.effects.isEmpty)
        try stage.queue(.access, "granted")
        #expect(stage.result == .access(.granted))
    }

    @Test("Unanswered: hang, then agents are allowed again")
    func hangThenAgents() throws {
        var stage = try stage(.notDetermined)
        stage.requests.unanswered = .hang
        try stage.open(.access)
        stage.requests.unanswered = .agent
        try stage.send(.answersChanged)
        try stage.answer(.granted)
        #expect(stage.result == .access(.granted))
    }

    @Test("A held prompt is answered by nobody, whatever the policy; afterwards as usual", arguments: UnansweredPolicy.allCases)
    func held(policy: UnansweredPolicy) throws {
        var stage = try stage(.notDetermined)
        stage.holdsPrompts = true
        stage.requests.unanswered = policy
        try stage.open(.access)
        let prompt = try #require(stage.prompt)
        #expect(stage.effects == [.holdPrompt(prompt)])
        #expect(stage.requests.summaries.map(\.stage) == [.held])
        try stage.answer(.granted)
        try stage.queue(.access, "denied")
        #expect(stage.result == nil)
        try stage.send(.holdEnded(prompt.id))
        #expect(stage.result == .access(.denied))
    }

    @Test("A fault ends a held prompt: its error, or as if nobody could be asked")
    func heldPromptFails() throws {
        var stage = try stage(.notDetermined)
        stage.holdsPrompts = true
        try stage.open(.access)
        let error = VSError(.rejected, "a fault")
        try stage.send(.failed(#require(stage.prompt).id, error))
        #expect(stage.error == error)
        try stage.open(.access, token: "t2")
        try stage.send(.nobodyToAsk(#require(stage.prompt).id))
        #expect(stage.error?.code == .userCancelled)
    }

    @Test("At most 50 prompts in one request")
    func promptLimit() throws {
        var stage = try stage()
        try stage.queue(.signIn, "wrong-password", times: 0)
        try stage.openMetadata { $0.supportedAccountProviderIdentifiers = ["alpha.example"] }
        #expect(stage.error?.code == .serviceTemporarilyUnavailable)
        #expect(stage.error?.underlyingCode == .operationTooLong)
        #expect(stage.records.count { $0.event == .promptOpened } == Requests.maximumPrompts)
        #expect(stage.signals == ["present sign-in", "dismiss", "failed"])
    }

    @Test(
        "A sign-in elsewhere ends the picker; the request continues with that account",
        arguments: [AccessStatus.granted, .notDetermined])
    func signedInElsewhere(access: AccessStatus) throws {
        var stage = try stage(access)
        try stage.openMetadata()
        try stage.change(.signedIn(provider: "delta.example", subscriber: "bob", now: now, seed: [3]))
        #expect(stage.withdrawn == 1)
        #expect(stage.endings == ["it was decided elsewhere"])
        if access == .notDetermined {
            #expect(stage.prompt?.question.kind == .access)
            try stage.answer(.granted)
        }
        #expect(stage.metadata?.accountProviderIdentifier == "delta.example")
        #expect(stage.signals == ["present picker", "dismiss", "completed"])
    }

    @Test("Access rejected elsewhere ends the picker: code 0")
    func refusedElsewhere() throws {
        var stage = try stage()
        try stage.openMetadata()
        try stage.change(.accessSet(player, .denied))
        #expect(stage.error?.code == .accessNotGranted)
        #expect(stage.signals == ["present picker", "dismiss", "failed"])
    }

    @Test("One app's sign-in is also the account of the other app whose picker is open")
    func signInForAll() throws {
        var stage = try stage()
        stage.device.permissions[other] = .granted
        try stage.openMetadata()
        try stage.openMetadata(app: other, token: "t2")
        try stage.answer(.provider("alpha.example"))
        try stage.answer(.credentials(username: "alice", password: "alice"))
        #expect(stage.signals.filter { $0 == "completed" }.count == 2)
        #expect(stage.requests.count == 0)
    }

    @Test("Another line-up: the picker is shown again with its rows")
    func otherLineUp() throws {
        var stage = try stage()
        try stage.openMetadata()
        let before = try #require(stage.picker)
        _ = try DeviceReducer.reduce(&stage.device, .developer(.providerAdded(testProvider())))
        try stage.send(.deviceChanged)
        #expect(stage.withdrawn == 1)
        #expect(stage.picker?.rows.count == before.rows.count + 1)
    }

    @Test("E13 the region loses its providers: the picker, the form or the confirmation ends, code 1", arguments: 0..<3)
    func regionWithoutService(stepsBefore: Int) throws {
        var stage = try stage()
        let id = try stage.openMetadata(confirms: true)
        if stepsBefore > 0 { try stage.answer(.provider("alpha.example")) }
        if stepsBefore > 1 { try stage.send(.confirmed(id, true)) }
        try stage.change(.regionSet(Region("AQ")))
        #expect(stage.error?.code == .unsupportedProvider)
        #expect(stage.error?.unsupportedProviderIdentifier == nil)
        #expect(stage.signals.suffix(2) == ["dismiss", "failed"])
    }

    @Test("Another region with providers: the picker is shown again for it")
    func otherRegion() throws {
        var stage = try stage()
        stage.device.world.supportedRegions = ["US", "CA"]
        try stage.openMetadata()
        try stage.change(.regionSet(Region("CA")))
        #expect(stage.withdrawn == 1)
        #expect(stage.picker?.region.code == "CA")
        #expect(stage.signals == ["present picker"])
    }
}
