import AccountCore
import TVWorld
import Testing

@Suite("Order, cancellation, limits")
struct RequestOrderTests {
    private func stage(_ access: AccessStatus = .notDetermined) throws -> RequestStage {
        try RequestStage(device(access: access, provider: nil))
    }

    @Test("Q1 requests of one app run one after the other; other apps do not wait")
    func queues() throws {
        var stage = try stage()
        try stage.open(.access, token: "a")
        try stage.openMetadata(token: "b")
        try stage.open(.access, app: other, token: "c")
        #expect(stage.requests.summaries.map(\.stage) == [.asking, .asking, .waiting])
        #expect(stage.prompt?.request.application == other)
        let first = try #require(stage.requests.summaries.first { $0.request.application == player }?.prompt)
        try stage.send(.promptAnswered(first.id, .granted, by: .agent("tty")))
        #expect(stage.picker != nil)
        #expect(stage.requests.summaries.map(\.request.id.token) == ["c", "b"])
    }

    @Test("Q1 a full queue of requests without prompts, without recursion")
    func longQueue() throws {
        var stage = try stage()
        try stage.open(.access, token: "first")
        for index in 0..<Requests.maximumWaiting { try stage.open(.access, token: "t\(index)") }
        try stage.answer(.granted)
        #expect(stage.requests.count == 0)
        let completed = stage.effects.compactMap { effect in if case .complete(let id, _) = effect { id.token } else { nil } }
        #expect(completed == ["first"] + (0..<Requests.maximumWaiting).map { "t\($0)" })
    }

    @Test("At most 64 requests of one app wait; another app has its own")
    func limit() throws {
        var stage = try stage()
        for index in 0...Requests.maximumWaiting { try stage.open(.access, token: "t\(index)") }
        let before = stage.requests
        #expect(throws: Refusal(.limitReached, "at most 64 requests of one app may wait")) {
            try stage.open(.access, token: "more")
        }
        #expect(stage.requests == before)
        try stage.open(.access, app: other, token: "more")
    }

    @Test("A path in use is rejected, a finished one is free again; another connection has its own")
    func paths() throws {
        var stage = try stage()
        let id = try stage.open(.access)
        #expect(throws: Refusal(.pathInUse, "token: a request at \(id) is not finished")) { try stage.open(.access) }
        try stage.open(.access, owner: ":1.8")
        try stage.answer(.granted)
        try stage.open(.access)
        #expect(stage.requests.count == 0)
    }

    @Test("Tokens", arguments: [("t1", true), ("A_9", true), ("", false), ("a-b", false), ("ä", false), ("a/b", false)])
    func tokens(token: String, isAccepted: Bool) throws {
        if isAccepted {
            #expect(try RequestID(owner: ":1.42", token: token).path == "1_42/\(token)")
        } else {
            #expect(throws: InvalidInput.self) { try RequestID(owner: ":1.42", token: token) }
        }
        #expect(throws: InvalidInput.self) { try RequestID(owner: "", token: String(repeating: "a", count: 256)) }
    }

    @Test("Q5 cancelled while it waits: code 2, never started")
    func cancelWaiting() throws {
        var stage = try stage()
        try stage.open(.access, token: "a")
        let id = try stage.open(.access, token: "b")
        try stage.send(.cancelled(id))
        #expect(stage.error?.code == .userCancelled)
        #expect(stage.records.count { $0.event == .promptOpened } == 1)
        try stage.answer(.granted)
        #expect(stage.signals == ["failed", "completed"])
    }

    @Test("Q5 cancelled while it runs: prompt withdrawn, window dismissed, code 2, the next one starts")
    func cancelRunning() throws {
        var stage = try stage(.granted)
        let id = try stage.openMetadata(token: "a")
        try stage.openMetadata(token: "b")
        try stage.send(.cancelled(id))
        #expect(stage.withdrawn == 1)
        #expect(stage.endings == ["the app cancelled the request"])
        #expect(stage.signals == ["present picker", "dismiss", "failed", "present picker"])
        #expect(stage.error?.code == .userCancelled)
    }

    @Test("Q5 cancelled after the end: no effect")
    func cancelFinished() throws {
        var stage = try stage(.granted)
        let id = try stage.open(.access)
        let before = stage.signals
        try stage.send(.cancelled(id))
        #expect(stage.signals == before)
    }

    @Test("Q5 cancelled while the disk is busy: one end only; the late step has no effect, not even on the next request")
    func cancelWhileStoring() throws {
        var stage = try stage()
        stage.holdsChanges = true
        let id = try stage.open(.access)
        try stage.answer(.granted)
        try stage.send(.cancelled(id))
        try stage.open(.access)
        try stage.releaseChanges()
        #expect(stage.signals == ["failed", "completed"])
    }

    @Test("Q5 cancelled while the provider is contacted: nothing waits for its response any more")
    func cancelWhileContacting() throws {
        var stage = try RequestStage(device())
        stage.holdsProviders = true
        let id = try stage.openMetadata { $0.attributeNames = ["userID"] }
        let step = try #require(stage.contacted).step
        try stage.send(.cancelled(id))
        #expect(stage.effects.suffix(2).first == .withdraw(step))
        #expect(stage.signals == ["failed"])
    }

    @Test("Q5 cancelled while the app has to confirm: dismissed, code 2")
    func cancelWhileConfirming() throws {
        var stage = try stage(.granted)
        let id = try stage.openMetadata(confirms: true) { $0.supportedAccountProviderIdentifiers = ["alpha.example"] }
        try stage.send(.cancelled(id))
        #expect(stage.signals == ["present sign-in", "selected alpha.example", "dismiss", "failed"])
    }

    @Test("The caller leaves: all its requests end silently, other connections' continue")
    func callerGone() throws {
        var stage = try stage(.granted)
        try stage.openMetadata(token: "a")
        try stage.openMetadata(token: "b")
        try stage.open(.access, token: "c", owner: ":1.8")
        try stage.send(.callerGone(owner: ":1.7"))
        #expect(stage.withdrawn == 1)
        #expect(stage.endings == ["the app left the bus"])
        #expect(stage.signals == ["present picker", "vanished", "vanished", "completed"])
        #expect(stage.records.count { $0.event == .promptOpened } == 1)
        #expect(stage.requests.count == 0)
        try stage.send(.callerGone(owner: ":1.7"))
        #expect(stage.signals.count == 4)
    }

    @Test("Random events never end a request twice, nor lose one", arguments: 0..<40)
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var stage = try stage(seed.isMultiple(of: 2) ? .granted : .notDetermined)
        stage.device.permissions[other] = .granted
        stage.holdsChanges = seed.isMultiple(of: 3)
        var opened = 0
        for step in 0..<120 {
            let app = Bool.random(using: &generator) ? player : other
            switch Int.random(in: 0..<9, using: &generator) {
            case 0, 1:
                try stage.openMetadata(app: app, token: "t\(step)", confirms: step.isMultiple(of: 2))
                opened += 1
            case 2:
                try stage.open(.access, app: app, token: "t\(step)")
                opened += 1
            case 3: try stage.releaseChanges()
            case 4:
                if let id = stage.requests.summaries.randomElement(using: &generator)?.request.id {
                    try stage.send(.cancelled(id))
                }
            case 5:
                if let id = stage.requests.summaries.first(where: { $0.stage == .confirming })?.request.id {
                    try stage.send(.confirmed(id, Bool.random(using: &generator)))
                }
            case 6: try stage.change(.signedOut(keepsAccess: true))
            default:
                guard let prompt = stage.prompt else { continue }
                let answers: [PromptAnswer] = [
                    .granted, .dismissed, .cancelled, .provider("alpha.example"), .provider("beta.example"), .otherProvider,
                    .subscriber("alice"), .wrongPassword, .credentials(username: "carol", password: "carol"),
                ]
                let answer = try #require(answers.randomElement(using: &generator))
                try stage.send(.promptAnswered(prompt.id, answer, by: .agent("a\(step)")))
            }
        }
        stage.holdsChanges = false
        try stage.send(.callerGone(owner: ":1.7"))
        let ends = stage.signals.count { $0 == "completed" || $0 == "failed" || $0 == "vanished" }
        #expect(ends == opened)
        #expect(stage.requests.count == 0)
        #expect(stage.requests.summaries.isEmpty)
    }
}
