import AccountCore
import TVWorld
import Testing

@Suite("Developer settings and providers")
struct DeveloperTests {
    @Test("Every setting can be set and read; a wrong type is rejected", arguments: DeveloperSetting.allCases)
    func settings(setting: DeveloperSetting) throws {
        var state = DeviceState(world: .builtIn)
        let isText = state.developer.settings[setting] == .text("")
        let value: DeveloperSettingValue = isText ? .text("x") : .flag(true)
        let effects = try DeviceReducer.reduce(&state, .developer(.settingChanged(setting, value)))
        #expect(effects.first == .store(.developer(state.developer)))
        #expect(state.developer.settings[setting] == value)
        #expect(try DeviceReducer.reduce(&state, .developer(.settingChanged(setting, value))) == [])
        let before = state
        let error = #expect(throws: InvalidInput.self) {
            try DeviceReducer.reduce(&state, .developer(.settingChanged(setting, isText ? .flag(true) : .text("yes"))))
        }
        #expect(error?.description.hasPrefix(setting.rawValue) == true)
        #expect(state == before)
    }

    @Test("Add, edit, remove: stored, signalled, recorded")
    func providers() throws {
        var state = DeviceState(world: .builtIn)
        let added = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider())))
        #expect(added.prefix(2) == [.store(.developer(state.developer)), .announce(.worldChanged)])
        #expect(state.provider(id: "test.example")?.name == "🚧 Test TV")
        let edited = testProvider(id: "other.example", name: "Other")
        _ = try DeviceReducer.reduce(&state, .developer(.providerEdited("test.example", edited)))
        #expect(state.developer.providers == [edited])
        #expect(throws: Refusal.unknown("developer provider", "test.example", known: ["other.example"])) {
            try DeviceReducer.reduce(&state, .developer(.providerRemoved("test.example")))
        }
        _ = try DeviceReducer.reduce(&state, .developer(.providerRemoved("other.example")))
        #expect(state == DeviceState(world: .builtIn))
    }

    @Test(
        "The editor's rules",
        arguments: [
            (testProvider(id: " "), "provider-identifier"), (testProvider(id: ""), "provider-identifier"),
            (testProvider(name: ""), "name"), (testProvider(name: "a\u{7}"), "name"),
            (testProvider(url: ""), "authentication-url"), (testProvider(url: "ftp://x"), "authentication-url"),
            (testProvider(url: "https://"), "authentication-url"), (testProvider(id: "taken.example"), "provider-identifier"),
            (
                DeveloperProvider(id: "a", name: "a", authenticationURL: "http://x", authenticationSchemes: []),
                "supported-authentication-schemes"
            ),
            (
                DeveloperProvider(id: "a", name: "a", authenticationURL: "http://x", requiresSystemTrust: true),
                "authentication-url"
            ),
        ])
    func rules(provider: DeveloperProvider, field: String) throws {
        var state = DeviceState(world: .builtIn)
        _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider(id: "taken.example"))))
        _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider(id: "mine.example"))))
        let before = state
        for event in [DeveloperEvent.providerAdded(provider), .providerEdited("mine.example", provider)] {
            let error = #expect(throws: InvalidInput.self) { try DeviceReducer.reduce(&state, .developer(event)) }
            #expect(error?.field == field)
        }
        #expect(state == before)
    }

    @Test("Editing may keep the identifier")
    func editInPlace() throws {
        var state = DeviceState(world: .builtIn)
        _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider())))
        _ = try DeviceReducer.reduce(&state, .developer(.providerEdited("test.example", testProvider(name: "New"))))
        #expect(state.provider(id: "test.example")?.name == "🚧 New")
    }

    @Test("A developer provider makes the region supported, wins over the catalogue, and is in the line-up everywhere")
    func wins() throws {
        var state = try device(provider: nil, region: "AQ")
        #expect(!state.isRegionSupported)
        _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider(id: "gamma.example"))))
        #expect(state.isRegionSupported)
        let provider = try #require(state.provider(id: "gamma.example"))
        #expect(provider.boarding == .supported)
        #expect(provider.mvpd == "GammaSat")
        #expect(state.isInLineUp(provider))
        #expect(state.lineUp.map(\.id) == ["gamma.example", "alpha.example", "beta.example", "delta.example", "epsilon.example"])
        #expect(decide(request(), in: state).metadata == AccountMetadata())
    }

    @Test("Users can sign in at a developer provider, in the catalogue or not; an app is notified")
    func signIn() throws {
        for id in ["test.example", "beta.example"] {
            var state = try device(provider: nil)
            _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider(id: id))))
            let signIn = DeviceEvent.signedIn(provider: id, subscriber: "bob", now: now, seed: [4])
            _ = try DeviceReducer(baseline: .builtIn).reduce(&state, signIn)
            let asked = request { $0.attributeNames = ["zip"] }
            let contact = try #require(decide(asked, in: state).contact)
            #expect(contact.attributes.map { $0.values } == [["10002"]])
            #expect(contact.provider.id == id)
        }
    }

    @Test("Simulate expired token: developer providers only; the stored date stays")
    func simulateExpired() throws {
        let asked = request { $0.includeAuthenticationExpirationDate = true }
        for id in ["alpha.example", "delta.example"] {
            var state = try device(provider: id)
            _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider(id: "alpha.example"))))
            _ = try DeviceReducer.reduce(&state, .developer(.settingChanged(.simulateExpiredToken, .flag(true))))
            let date = decide(asked, in: state).metadata?.authenticationExpirationDate
            #expect(date == (id == "alpha.example" ? SystemAccount.distantPast : now + 86_400))
            #expect(state.storedAccount?.expiresAt == now + 86_400)
        }
    }

    @Test("Simulate expired token: loading another state announces that the account changed")
    func simulateExpiredByLoad() throws {
        var state = try device()
        _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider(id: "alpha.example"))))
        var loaded = state
        _ = try DeviceReducer.reduce(&loaded, .developer(.settingChanged(.simulateExpiredToken, .flag(true))))
        let effects = try DeviceReducer.reduce(&state, .replaced(by: loaded, JournalRecord(.snapshotLoaded)))
        #expect(effects.contains(.announce(.accountChanged)))
    }

    @Test("Simulate expired token: the form appears once, and then the request continues")
    func simulateExpiredInteractively() throws {
        var stage = try RequestStage(device())
        _ = try DeviceReducer.reduce(&stage.device, .developer(.providerAdded(testProvider(id: "alpha.example"))))
        _ = try DeviceReducer.reduce(&stage.device, .developer(.settingChanged(.simulateExpiredToken, .flag(true))))
        try stage.openMetadata { $0.attributeNames = ["userID"] }
        try stage.answer(.subscriber("alice"))
        #expect(stage.metadata?.accountProviderResponse?.body == "<R/>")
    }

    @Test("Reset forgets developer settings; the device's reset leaves them")
    func reset() throws {
        var state = DeviceState(world: .builtIn)
        _ = try DeviceReducer.reduce(&state, .developer(.providerAdded(testProvider())))
        _ = try DeviceReducer.reduce(&state, .developer(.settingChanged(.cacheBuster, .flag(true))))
        _ = try DeviceReducer(baseline: .builtIn).reduce(&state, .reset(isEmpty: false))
        #expect(state.developer.providers.count == 1)
        #expect(try DeviceReducer.reduce(&state, .developer(.reset)).count == 3)
        #expect(state.developer == DeveloperOptions())
        #expect(try DeviceReducer.reduce(&state, .developer(.reset)) == [])
    }
}
