import Testing

@testable import AccountCore
@testable import TVWorld

@Suite("The device's part of a snapshot")
struct DeviceSnapshotTests {
    /// A device in which everything differs from a fresh one.
    private func changed() throws -> DeviceSnapshot {
        var state = try device(region: "CA")
        state.applications[player] = Application(identification: .registered, usageDescription: "Why \"not\"?\n", name: "Player")
        let news = try ApplicationID("com.example.news")
        (state.applications[news], state.permissions[news]) = (Application(), .restricted)
        try state.developer.settings.set(.requestTimeoutsDisabled, to: .flag(true))
        try state.developer.settings.set(.setTopBoxUserToken, to: .text("box"))
        state.developer.providers = [
            DeveloperProvider(
                id: "test.example", name: "Test", authenticationURL: "https://test.example/",
                authenticationSchemes: [.api, .saml],
                requiresSystemTrust: true)
        ]
        var account = UserAccount()
        account.accountType = .paid
        account.tierIdentifiers = ["a", ""]
        account.appleSubscription = AppleSubscription(customerID: "c", productCodes: [])
        var entry = ApplicationUserAccount()
        (entry.account, entry.token, entry.authorization, entry.updateContext) = (account, "t", .granted, "u")
        state.userAccounts[player] = entry
        var faults = FaultTable()
        try faults.restore(
            Fault(
                id: "slow", point: .metadata, application: "com.example.news", delay: 1_200, jitter: 300, after: 1, times: 3,
                from: 60,
                duration: 120), addedAt: now * 1_000, seen: 5, struck: 2)
        var answer = try ScriptedAnswer(prompt: .signIn, answer: "wrong-password", provider: "alpha.example", delay: 5, times: 4)
        (answer.id, answer.used) = (7, 2)
        return DeviceSnapshot(
            state: state, faults: faults,
            answers: [answer, try ScriptedAnswer(prompt: .access, answer: "denied", application: player)],
            unanswered: .hang, clock: .offset(milliseconds: -1_500))
    }

    private func read(_ text: String, baseline: World = .builtIn) throws -> DeviceSnapshot {
        try DeviceSnapshot(document: JSON(parsing: Array(text.utf8)), baseline: baseline, machine: now * 1_000)
    }

    @Test("What is written is read again, completely; the trusted service is not written")
    func whole() throws {
        var snapshot = try changed()
        let text = snapshot.document(baseline: .builtIn).serialized
        #expect(try read(text) == snapshot)
        snapshot.state.trust = ServiceTrust(entityID: "e", assertionConsumerServiceURL: "u", metadata: "m")
        #expect(snapshot.document(baseline: .builtIn).serialized == text)
        #expect(
            try read(DeviceSnapshot(state: DeviceState(world: .builtIn)).document(baseline: .builtIn).serialized)
                == DeviceSnapshot(state: DeviceState(world: .builtIn)))
    }

    @Test("An app with a decision is known, because the device stores both together")
    func decided() throws {
        var snapshot = DeviceSnapshot(state: DeviceState(world: .builtIn))
        snapshot.state.permissions[player] = .granted
        let read = try read(snapshot.document(baseline: .builtIn).serialized)
        #expect(read.state.permissions[player] == .granted && read.state.applications[player] == Application())
    }

    @Test("It contains the scenario or the other world, and an emptied device stays empty")
    func worlds() throws {
        var snapshot = DeviceSnapshot(state: try device())
        for app in snapshot.state.permissions.decided { snapshot.state.applications[app] = Application() }
        snapshot.state.scenario = Scenario(name: "night", world: .builtIn)
        snapshot.state.emptyWorld()
        #expect(try read(snapshot.document(baseline: World()).serialized, baseline: World()) == snapshot)
        let other = try world(changing: "alpha.example") { $0.name = "Other" }
        let elsewhere = try read(DeviceSnapshot(state: device(world: other)).document(baseline: other).serialized)
        #expect(elsewhere.state.world == other && elsewhere.state.scenario == Scenario(name: "snapshot", world: other))
    }

    @Test("The scenario or world may be one that only an earlier version accepted", arguments: [true, false])
    func earlier(hasScenario: Bool) throws {
        var world = World.builtIn
        world.requestors[0].domains = ["x..y"]
        var snapshot = DeviceSnapshot(state: DeviceState(world: world))
        if hasScenario { snapshot.state.scenario = Scenario(name: "night", world: world) }
        #expect(try read(snapshot.document(baseline: world).serialized).state.world == world)
    }

    @Test(
        "A mistake is rejected with its location",
        arguments: [
            (#""schema":"vsa-device-snapshot/1""#, #""schema":"vsa-device-snapshot/2""#, "newer"),
            (#""schema":"vsa-device-snapshot/1""#, #""schema":"vsa-scenario/2""#, "schema: must be vsa-scenario/1 for"),
            (#""clock":"offset:-1.500""#, #""clock":"soon""#, "clock"), (#""region":"CA""#, #""region":"Mars""#, "region"),
            (#""access":"restricted""#, #""access":"maybe""#, "apps[0].access"),
            (#""id":"com.example.news","access""#, #""id":"..","access""#, "apps[0].id"),
            (#""signed-in-at":"#, #""signed-in":"#, "account.signed-in"),
            (#""seed":"010203""#, #""seed":"01020""#, "account.seed"),
            (#""struck":2"#, #""struck":9"#, "faults[0].struck"),
            (#""point":"device.metadata""#, #""at":"vsa.meta""#, "faults[0].at"),
            (#""point":"device.metadata""#, #""point":"service.config""#, "faults[0].point"),
            (#""on":"access","app":"com"#, #""on":"access","app":"a com"#, "answers[1].app: must be"),
            (#""used":2"#, #""used":-2"#, "answers[0].used"), (#""answer":"denied""#, #""answer":"x""#, "answers[1].answer"),
            (#""unanswered":"hang""#, #""unanswered":"no""#, "unanswered"),
            (#""authorization":"granted""#, #""authorization":"?""#, "user-accounts[0].authorization"),
            (#""paid":true"#, #""paid":1"#, "user-accounts[0].account.paid"),
            (#""schemes":["API","SAML"]"#, #""schemes":[]"#, "developer.providers[0].supported-authentication-schemes"),
            (#""set-top-box-mode":false"#, #""set-top-box-mode":"x""#, "developer.settings.set-top-box-mode"),
            (#""id":"com.example.news","access""#, #""id":"a\u0000b","access""#, "apps[0].id: must be a string without NUL"),
            (#""subscriber":""#, #""subscriber":"\u0000"#, "account.subscriber: must be a string without NUL"),
            (#""set-top-box-provider":""#, #""set-top-box-provider":"\u0000"#, "developer.settings.set-top-box-provider"),
            (#""tiers":["#, #""tiers":["\u0000","#, "user-accounts[0].account.tiers: must be a list of strings without NUL"),
            (#""boarding":"supported""#, #""boarding":"x""#, "world"), (#""empty":false"#, #""other":false"#, "other"),
        ])
    func mistakes(old: String, new: String, place: String) throws {
        var text = try changed().document(baseline: .builtIn).serialized
        let range = try #require(text.firstRange(of: old), "\(old) is not in \(text)")
        text.replaceSubrange(range, with: new)
        let error = try #require(throws: InvalidInput.self) { _ = try read(text) }
        #expect(error.description.contains(place), "\(error)")
    }

    @Test("A truncated document is rejected, wherever it is cut")
    func truncated() throws {
        let text = try changed().document(baseline: .builtIn).serialized
        for length in stride(from: 0, to: text.utf8.count, by: 97) {
            #expect(throws: (any Error).self) { _ = try read(String(text.prefix(length))) }
        }
    }

    @Test("Restored answers keep their numbers, and new ones get others")
    func answers() throws {
        var answers = ScriptedAnswers()
        _ = try answers.append(ScriptedAnswer(prompt: .access, answer: "denied"))
        let saved = try changed().answers
        answers.replace(by: saved)
        #expect(answers.waiting.map(\.id) == [7, 8] && answers.waiting.map(\.used) == [2, 0])
        #expect(try answers.append(ScriptedAnswer(prompt: .access, answer: "denied")) == 9)
    }

    @Test("After the largest number, new answers get unused numbers")
    func largestNumber() throws {
        let numbered = try [1, UInt32.max].map { number in
            var answer = try ScriptedAnswer(prompt: .access, answer: "denied")
            answer.id = number
            return answer
        }
        var answers = ScriptedAnswers()
        answers.replace(by: numbered)
        #expect(try answers.append(ScriptedAnswer(prompt: .access, answer: "denied")) == 2)
    }
}
