import AccessEnabler
import Riverside
import Testing
import VSATesting

/// The app on the device of the running test.
private func riverside(on simulator: Simulator) throws -> Riverside {
    var settings = AccessEnablerSettings()
    settings.environment = simulator.environment(ofApp: Riverside.identifier, usageDescription: "To play what you subscribe to.")
    return Riverside(softwareStatement: try simulator.softwareStatement, settings: settings)
}

/// Every test, and every case of one, has its own device, so all of them run concurrently in one process.
@Suite("Riverside TV signs on", .vsaSimulator)
struct SignOnTests {
    @Test("A subscriber does not have to sign in")
    func silent() async throws {
        let simulator = try Simulator.current()
        try await simulator.access.set(Riverside.identifier, .granted)
        try await simulator.account.signIn("alpha.example", subscriber: "alice", expiresIn: "30d")
        let app = try riverside(on: simulator)
        try await app.start()
        #expect(try await app.isSignedIn)
        #expect(try await app.play("news") == .playing)
        let exchanged = try await simulator.expect("service.token-exchanged", ["outcome": "ok", "mvpd": "AlphaCable"], count: 1)
        #expect(exchanged.isMet, "\(exchanged)")
        let asked = try await simulator.expect(.presentTvProviderDialog, count: 0)
        #expect(asked.isMet, "\(asked)")
    }

    @Test("Without permission the app shows its own list", arguments: [Simulator.Access.Status.denied, .restricted])
    func withoutPermission(_ status: Simulator.Access.Status) async throws {
        let simulator = try Simulator.current()
        try await simulator.account.signIn("alpha.example", subscriber: "alice")
        try await simulator.access.set(Riverside.identifier, status)
        let app = try riverside(on: simulator)
        try await app.start()
        #expect(try await app.play("news") == .choosingProvider)
        let status = try await simulator.expect(.status, ["errorId": "VSA403"])
        #expect(status.isMet, "\(status)")
    }

    @Test("The user signs in in the dialogs of the system")
    func dialogs() async throws {
        let simulator = try Simulator.current()
        try await simulator.access.set(Riverside.identifier, .granted)
        try await simulator.answers.picker("alpha.example")
        try await simulator.answers.signIn("wrong-password")
        try await simulator.answers.signIn("alice", delay: .milliseconds(100))
        let app = try riverside(on: simulator)
        try await app.start()
        #expect(try await app.play("sports") == .playing)
        #expect(try await simulator.account.get() == .init(provider: "alpha.example", subscriber: "alice"))
        #expect(try await simulator.answers.count() == 0)
    }

    @Test("What a subscription includes", arguments: [("alice", true), ("bob", false)])
    func subscription(_ subscriber: String, _ plays: Bool) async throws {
        let simulator = try Simulator.current()
        try await simulator.access.set(Riverside.identifier, .granted)
        try await simulator.account.signIn("alpha.example", subscriber: subscriber)
        let app = try riverside(on: simulator)
        try await app.start()
        let refusal = Riverside.Playback.refused("Your Alpha Cable subscription does not include sports.")
        #expect(try await app.play("sports") == (plays ? .playing : refusal))
    }
}
