import TVWorld
import Testing

@testable import AccountCore

@Suite("The scenario that describes a device")
struct ScenarioDescriptionTests {
    /// What a file with the description contains.
    private func read(_ state: DeviceState, now: Int64 = now) throws -> Scenario {
        try Scenario(document: JSON(parsing: Array(state.described(now: now).document.serialized.utf8)))
    }

    @Test("A text that a scenario cannot contain is adapted")
    func texts() throws {
        var state = try device()
        state.applications[player] = Application(identification: .registered, usageDescription: "Why?", name: "Two\nlines")
        try state.developer.settings.set(.setTopBoxUserToken, to: .text(String(repeating: "é", count: 512)))
        let scenario = try read(state)
        #expect(scenario.apps.map(\.name) == ["Two lines"])
        #expect(scenario.developer[.setTopBoxUserToken] == .text(String(repeating: "é", count: 500)))
    }

    @Test("A sign-in without end, by any clock, lasts a hundred years", arguments: [now, -62_000_000_000])
    func lifetime(now: Int64) throws {
        var state = try device()
        state.storedAccount = SystemAccount(
            provider: "alpha.example", subscriber: "alice", signedInAt: now, expiresAt: Int64.max / 1_000, seed: [1])
        #expect(try read(state, now: now).account?.lifetime == Scenario.Account.maximumLifetime)
    }

    @Test("Any provider can be remembered without a user")
    func remembered() throws {
        var state = try device()
        state.storedAccount = SystemAccount(
            provider: "alpha.example", subscriber: "", signedInAt: now, expiresAt: now, seed: [])
        let scenario = try read(state)
        #expect(scenario.account == Scenario.Account(provider: "alpha.example", subscriber: nil, lifetime: 0))
        let loaded = try DeviceState(scenario, now: now, seed: [])
        #expect(loaded.storedAccount == state.storedAccount)
    }

    @Test(
        "An answer is known if a scenario can contain it",
        arguments: [
            (Scenario.Answer(.picker, "alpha.example"), true), (Scenario.Answer(.picker, "other"), true),
            (Scenario.Answer(.picker, "own.example"), false), (Scenario.Answer(.access, "granted"), true),
            (Scenario.Answer(.signIn, "alice", provider: "alpha.example"), true),
            (Scenario.Answer(.signIn, "stranger", provider: "alpha.example"), false),
            (Scenario.Answer(.signIn, "cancel", provider: "own.example"), false),
        ])
    func answers(answer: Scenario.Answer, isKnown: Bool) {
        #expect(answer.isKnown(in: .builtIn) == isKnown)
    }
}
