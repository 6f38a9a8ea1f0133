import PickerModel
import SettingsModel
import Testing

@Suite struct PanelTests {
    @Test func everythingIsAskedWhenTheDeviceAppears() {
        var panel = Panel(now: 0) { "\($0)" }
        #expect(panel.isConnected == nil)
        #expect(Set(panel.handle(.deviceAppeared).queries) == Set(Query.allCases).subtracting([.events]))
        #expect(panel.isConnected == true)
    }

    @Test func nothingIsKeptWhenTheDeviceLeaves() {
        var panel = Sample.filled()
        _ = panel.handle(.used(.application("org.kids"), .pressed(0)))
        #expect(panel.handle(.deviceVanished).isEmpty)
        #expect(panel.isConnected == false)
        #expect(panel.subpage == nil)
        #expect(panel.applicationRows.isEmpty)
        #expect(panel.accountPage.row(.signIn)?.subtitle == "Not signed in")
    }

    @Test func deviceCannotBeStartedOnceTheBusHasEnded() {
        var panel = Sample.filled()
        #expect(!panel.isSessionOver)
        #expect(panel.handle(.busClosed).isEmpty)
        _ = panel.handle(.deviceVanished)
        #expect(panel.isSessionOver)
        #expect(panel.isConnected == false)
        #expect(panel.applicationRows.isEmpty)
    }

    @Test func scenarioIsLoadedOnlyAfterAQuestion() throws {
        var panel = Sample.filled()
        let effects = panel.handle(.used(.loadScenario, .pressed(0)))
        guard case .ask(let question) = try #require(effects.first) else { throw Unexpected() }
        #expect(effects.count == 1 && question.title == "Load the scenario default?")
        let load = ShellLine(["scenario", "load", "default"])
        #expect(panel.handle(.answered(question, 0)) == [.run(load, done: "Loaded default")])
    }

    @Test func accountIsShownWithItsExpiry() {
        let page = Sample.filled().accountPage
        #expect(page.row(.provider)?.title == "Alpha Cable")
        #expect(page.row(.subscriber)?.subtitle == "alice")
        #expect(page.row(.expiry)?.subtitle == "in 29 days · date \(Sample.now + 86_400 * 29)")
        #expect(page.row(.expire)?.isEnabled == true)
    }

    @Test func expiredAccountCannotExpireAgain() {
        var panel = Sample.filled()
        _ = panel.handle(.received(.account, [Sample.account(expires: Sample.now - 3600)]))
        #expect(panel.accountPage.row(.expiry)?.title == "Expired")
        #expect(panel.accountPage.row(.expiry)?.control == .level(0))
        #expect(panel.accountPage.row(.expire)?.isEnabled == false)
    }

    @Test func expiryFollowsTheDevicesClock() {
        var panel = Sample.filled()
        _ = panel.handle(.received(.clock, [Sample.clock(mode: "offset", offset: 31 * 86_400_000)]))
        #expect(panel.accountPage.row(.expiry)?.title == "Expired")
    }

    @Test(arguments: [(0, ["keep-access": BusValue.flag(true)]), (1, [:])])
    func signOutAsksForItsMeaning(answer: Int, options: [String: BusValue]) throws {
        var panel = Sample.filled()
        let effects = panel.handle(.used(.signOut, .pressed(0)))
        guard case .ask(let question) = try #require(effects.first) else { throw Unexpected() }
        #expect(question.answers.map(\.label) == ["Keep Access and Sign Out", "Sign Out"])
        let calls = panel.handle(.answered(question, answer)).calls
        #expect(calls.map(\.method) == ["SignOut"])
        #expect(calls.first?.arguments == [.plain(.details(Details(options)))])
    }

    @Test func signInGoesThroughThePickersListToASubscriber() throws {
        // The providers are not known yet: the list opens when they are.
        var panel = Sample.panel()
        guard case .query(.providers, _) = try #require(panel.handle(.used(.signIn, .pressed(0))).first) else {
            throw Unexpected()
        }
        guard case .chooseProvider(let choice) = try #require(panel.handle(.received(.providers, Sample.providers)).first) else {
            throw Unexpected()
        }
        #expect(panel.handle(.received(.providers, Sample.providers)).isEmpty)
        #expect(choice.rows.map(\.identifier) == ["dev.example", "alpha.example"])
        _ = panel.handle(.providerChosen("alpha.example"))
        let content = try #require(panel.subpageContent)
        #expect(
            content.page.row(.subscriberOfProvider("bob"))?.commands.first?.description
                == "vsactl account sign-in alpha.example --subscriber bob")
        let calls = panel.handle(.used(.subscriberOfProvider("bob"), .pressed(0))).calls
        #expect(calls.first?.arguments == [.plain(.text("alpha.example")), .plain(.text("bob")), .plain(.details(Details([:])))])
        #expect(panel.subpage == nil)
    }

    @Test func applicationsAreSortedByNameAndFound() {
        var panel = Sample.filled()
        #expect(panel.applicationRows.map(\.identifier) == ["com.example.news", "com.example.player", "org.kids"])
        _ = panel.handle(
            .received(.applications, Sample.applications.dropLast() + [Sample.application("org.kids", name: "A Kids’ Channel")]))
        #expect(panel.applicationRows.map(\.name).first == "A Kids’ Channel")
        #expect(panel.applicationRows.first?.subtitle == "org.kids · Own registration")
        _ = panel.handle(.searched("kids"))
        #expect(panel.applicationRows.map(\.identifier) == ["org.kids"])
    }

    @Test func switchSetsAccessAndAnUnchangedOneDoesNot() {
        var panel = Sample.filled()
        let calls = panel.handle(.used(.access("com.example.player"), .toggled(false))).calls
        #expect(calls.first?.arguments == [.plain(.text("com.example.player")), .plain(.text("denied"))])
        #expect(panel.handle(.used(.access("com.example.player"), .toggled(false))).isEmpty)
    }

    @Test func changeIsShownAtOnceAndGoesBackIfTheDeviceRefusesIt() throws {
        var panel = Sample.filled()
        func access() -> Access? { panel.applicationRows.first { $0.identifier == "com.example.player" }?.access }
        #expect(access() == .granted)
        let call = try #require(panel.handle(.used(.access("com.example.player"), .toggled(false))).calls.first)
        #expect(access() == .denied)
        _ = panel.handle(.ticked(Sample.now + 1))
        #expect(access() == .denied)
        let effects = panel.handle(.callFailed(call, "not now"))
        #expect(effects.first == .announce("not now"))
        #expect(effects.queries == [.status, .applications, .developer])
        _ = panel.handle(.received(.applications, Sample.applications))
        #expect(access() == .granted)
    }

    @Test func applicationPageShowsItsEventsLive() throws {
        var panel = Sample.filled()
        #expect(panel.handle(.used(.application("com.example.player"), .pressed(0))).queries == [.events])
        _ = panel.handle(.received(.events, [Sample.entry(1, "app.registered"), Sample.entry(2, "access.checked")]))
        var page = try #require(panel.subpageContent).page
        #expect(page.groups.last?.rows.map(\.title) == ["access.checked", "app.registered"])
        #expect(page.row(.lastUse("com.example.player"))?.subtitle == "2 minutes ago · date \(Sample.now - 120)")
        #expect(panel.handle(.journalAdded(Sample.entry(2, "access.changed"))).queries == [.applications])
        page = try #require(panel.subpageContent).page
        #expect(page.groups.last?.rows.first?.commands.first?.description == "vsactl journal show d2")
        #expect(page.groups.last?.rows.first?.title == "access.changed")
    }

    @Test func eventsOfAnAppWhosePageWasLeftAreNotThoseOfAnother() throws {
        var panel = Sample.filled()
        _ = panel.handle(.used(.application("com.example.player"), .pressed(0)))
        _ = panel.handle(.left)
        _ = panel.handle(.used(.application("org.kids"), .pressed(0)))
        _ = panel.handle(.received(.events, [Sample.entry(1, "access.checked")]))
        let page = try #require(panel.subpageContent).page
        #expect(page.groups.last?.rows.isEmpty == true)
        #expect(page.row(.lastUse("org.kids"))?.subtitle == "Not in the recent journal")
    }

    @Test func aGapInTheJournalAsksForEverything() {
        var panel = Sample.filled()
        #expect(panel.handle(.journalAdded(Sample.entry(2, "access.checked"))).isEmpty)
        #expect(panel.handle(.journalAdded(Sample.entry(9, "access.checked"))).queries.contains(.account))
    }

    @Test func aNewAppIsAskedForWhateverItDid() {
        var panel = Sample.filled()
        #expect(panel.handle(.journalAdded(Sample.entry(2, "metadata.queried", app: "new.app"))).queries == [.applications])
    }

    @Test func invalidReplyIsReported() {
        var panel = Sample.filled()
        let effects = panel.handle(.received(.account, [Details(["account-provider-identifier": .number(1)])]))
        #expect(
            effects == [
                .announce(
                    """
                    The device has sent an invalid value: account-provider-identifier: must be a string, but is a number of type u
                    """)
            ])
    }

    @Test(arguments: [
        (30 * 86_400 - 5, "in 30 days"), (86_400 - 1, "in 1 day"), (84_599, "in 23 hours"), (3599, "in 1 hour"),
        (3500, "in 58 minutes"), (59, "in 1 minute"), (20, "in less than a minute"), (-20, "just now"),
        (-86_400 * 45 / 10, "5 days ago"),
    ])
    func timesAreRounded(seconds: Int, text: String) {
        var panel = Sample.filled()
        _ = panel.handle(.received(.account, [Sample.account(expires: Sample.now + Int64(seconds))]))
        #expect(panel.accountPage.row(.expiry)?.subtitle.hasPrefix("\(text) · ") == true)
    }

    @Test func developerSettingsHaveApplesNames() {
        let page = Sample.filled().developerPage
        #expect(page.groups[0].rows.map(\.title) == ["Simulate Expired Token", "Cache Buster", "Disable Request Timeouts"])
        #expect(page.groups[0].rows[1].subtitle == "No effect in this simulator.")
        #expect(
            page.row(.developer("simulate-expired-token"))?.commands.first?.description
                == "vsactl developer set simulate-expired-token on")
    }

    @Test func developerProviderIsEdited() throws {
        var panel = Sample.filled()
        _ = panel.handle(.used(.editProvider("dev.example"), .pressed(0)))
        #expect(try #require(panel.subpageContent).page.row(.providerField(.name))?.control == .entry("Dev TV"))
        _ = panel.handle(.used(.providerField(.name), .entered("Dev 2")))
        #expect(
            try #require(panel.subpageContent).page.row(.saveProvider)?.commands.first?.description
                == "vsactl developer provider edit dev.example --new-id dev.example --name 'Dev 2' --url https://a.example/ "
                + "--scheme SAML --system-trust off")
        #expect(panel.handle(.used(.saveProvider, .pressed(0))).calls.map(\.method) == ["EditDeveloperProvider"])
    }

    @Test func editedProviderHasWhatIsStored() throws {
        var panel = Sample.filled()
        let name = String(repeating: "Long name ", count: 13)
        let provider = Sample.provider("dev.example", "🚧 \(name)", developer: true, schemes: ["API", "SAML"])
        _ = panel.handle(.received(.providers, [provider]))
        _ = panel.handle(.used(.editProvider("dev.example"), .pressed(0)))
        let page = try #require(panel.subpageContent).page
        #expect(page.row(.providerField(.name))?.control == .entry(name))
        #expect(page.row(.providerField(.scheme))?.control == .choice(["SAML", "API", "SAML and API"], selected: 2))
    }

    @Test func refusedProviderIsShownAgainWithItsFields() throws {
        var panel = Sample.filled()
        _ = panel.handle(.used(.newProvider, .pressed(0)))
        let entered = ["dev.example", "Dev 2", "https://b.example/"]
        for (field, text) in zip([Setting.ProviderField.identifier, .name, .url], entered) {
            _ = panel.handle(.used(.providerField(field), .entered(text)))
        }
        let call = try #require(panel.handle(.used(.saveProvider, .pressed(0))).calls.first)
        #expect(panel.subpage == nil)
        #expect(panel.handle(.failed("other")) == [.announce("other")])
        #expect(panel.subpage == nil)
        #expect(panel.handle(.callFailed(call, "must be unique")).first == .announce("must be unique"))
        #expect(panel.subpage == .developerProvider(nil))
        #expect(try #require(panel.subpageContent).page.row(.providerField(.name))?.control == .entry("Dev 2"))
    }

    @Test func refusedProviderDoesNotReplaceAnotherPage() throws {
        var panel = Sample.filled()
        _ = panel.handle(.used(.editProvider("dev.example"), .pressed(0)))
        let call = try #require(panel.handle(.used(.saveProvider, .pressed(0))).calls.first)
        _ = panel.handle(.used(.newProvider, .pressed(0)))
        _ = panel.handle(.left)
        _ = panel.handle(.callFailed(call, "must be unique"))
        #expect(panel.subpage == nil)
    }

    @Test func chosenAnswerAndAppStayWhenTheListsChange() {
        var panel = Sample.filled()
        _ = panel.handle(.used(.answerPrompt, .chose(3)))
        _ = panel.handle(.used(.answerValue, .chose(1)))
        _ = panel.handle(.used(.answerApplication, .chose(2)))
        let subscribers = Details(["provider-identifier": .text("a"), "subscribers": .texts(["adam", "bob"])])
        _ = panel.handle(.received(.providers, [subscribers] + Sample.providers))
        _ = panel.handle(.received(.applications, [Sample.application("a.first")] + Sample.applications))
        var page = panel.testingPage
        #expect(page.row(.addAnswer)?.commands.first?.description == "vsactl answer sign-in bob --app com.example.player")
        #expect(page.row(.answerApplication)?.control.selected == 3)
        #expect(page.row(.answerValue)?.control.selected == 2)
        _ = panel.handle(.received(.applications, Array(Sample.applications.prefix(1))))
        page = panel.testingPage
        #expect(page.row(.addAnswer)?.commands.first?.description == "vsactl answer sign-in bob")
        #expect(page.row(.answerApplication)?.control.selected == 0)
    }

    @Test func chosenAppStaysAmongMany() {
        var panel = Sample.filled()
        _ = panel.handle(.used(.answerApplication, .chose(3)))
        let many = (0..<300).map { Sample.application("a.example.\($0)") }
        _ = panel.handle(.received(.applications, many + Sample.applications))
        #expect(panel.testingPage.row(.answerApplication)?.control.selected == 201)
        #expect(panel.testingPage.row(.addAnswer)?.commands.first?.description == "vsactl answer access granted --app org.kids")
    }

    @Test func rowsOfAFormStayInTheirPlaces() {
        var panel = Sample.filled()
        let before = panel.testingPage
        let answer = Details(["id": .number(1), "prompt": .text("access"), "answer": .text("granted")])
        _ = panel.handle(.received(.answers, [answer]))
        _ = panel.handle(.received(.faults, [Sample.fault, Sample.fault]))
        for (old, new) in zip(before.groups, panel.testingPage.groups) {
            #expect(new.rows.prefix(old.rows.count).map(\.setting) == old.rows.map(\.setting))
        }
    }

    @Test func answerIsQueuedAsTheLineSays() {
        var panel = Sample.filled()
        _ = panel.handle(.used(.answerPrompt, .chose(3)))
        _ = panel.handle(.used(.answerValue, .chose(1)))
        _ = panel.handle(.used(.answerApplication, .chose(2)))
        #expect(
            panel.testingPage.row(.addAnswer)?.commands.first?.description == "vsactl answer sign-in bob --app com.example.player"
        )
        let answer = Details(["prompt": .text("sign-in"), "answer": .text("bob"), "application-id": .text("com.example.player")])
        #expect(panel.handle(.used(.addAnswer, .pressed(0))).calls.first?.arguments == [.plain(.details(answer))])
        #expect(panel.handle(.answersChanged).queries == [.answers, .status])
    }

    @Test func faultsAreAddedFromPresetsAndRemoved() {
        var panel = Sample.filled()
        #expect(panel.testingPage.row(.fault("slow"))?.subtitle == "vsa.any: delay of 3000 ms · affected 2 of 4 calls")
        _ = panel.handle(.used(.faultPreset, .chose(1)))
        #expect(panel.testingPage.row(.addFault)?.commands.first?.description == "vsactl fault add vsa.any --delay 3s")
        let fault = Details(["at": .text("vsa.any"), "delay": .integer(3000)])
        #expect(panel.handle(.used(.addFault, .pressed(0))).calls.first?.arguments == [.plain(.details(fault))])
        #expect(panel.handle(.used(.fault("slow"), .pressed(0))).calls.first?.arguments == [.plain(.text("slow"))])
    }

    @Test func clockMovesBothDaemons() {
        var panel = Sample.filled()
        #expect(panel.handle(.used(.advance, .pressed(2))) == [.run(ShellLine(["clock", "advance", "31d"]), done: nil)])
        #expect(panel.handle(.used(.freeze, .toggled(true))) == [.run(ShellLine(["clock", "freeze"]), done: nil)])
        #expect(panel.testingPage.row(.freeze)?.control == .toggle(true))
        #expect(panel.handle(.used(.freeze, .toggled(true))).isEmpty)
        #expect(panel.handle(.used(.freeze, .toggled(false))) == [.run(ShellLine(["clock", "resume"]), done: nil)])
    }

    @Test func clockOfAnyTimeCanBeFrozen() {
        for (mode, time, offset) in [("offset", Int64.max, Int64.max), ("frozen", .min, .min), ("offset", .min, .min)] {
            var panel = Sample.filled()
            let clock = Details(["mode": .text(mode), "time": .integer(time), "offset": .integer(offset)])
            _ = panel.handle(.received(.clock, [clock]))
            _ = panel.handle(.used(.freeze, .toggled(mode != "frozen")))
            #expect(panel.testingPage.row(.freeze)?.control == .toggle(mode != "frozen"))
        }
    }

    @Test(arguments: [(Int64.max, Int64.min), (.min, .max)])
    func timesOfAnySizeAreShown(expiry: Int64, other: Int64) {
        var panel = Sample.filled()
        let account: [String: BusValue] = [
            "account-provider-identifier": .text("alpha.example"), "subscriber": .text("alice"),
            "signed-in-at": .integer(other), "authentication-expiration-date": .integer(expiry),
        ]
        _ = panel.handle(.received(.account, [Details(account)]))
        #expect(panel.accountPage.row(.expiry) != nil)
        _ = panel.handle(.used(.application("org.kids"), .pressed(0)))
        let entry = Details(["sequence": .integer(.max), "time": .integer(other), "application-id": .text("org.kids")])
        for _ in 1...2 { _ = panel.handle(.journalAdded(entry)) }
        #expect(panel.subpageContent?.page.groups.last?.rows.count == 2)
    }

    @Test func failureOfTheServiceIsItsStatus() {
        var panel = Sample.filled()
        let line = ShellLine(["service", "status"])
        #expect(panel.handle(.commandFailed(line, "vsactl: no service\nStart it with: …\n")).isEmpty)
        #expect(panel.testingPage.row(.serviceStatus)?.subtitle == "vsactl: no service")
        let effects = panel.handle(.commandFailed(ShellLine(["clock", "freeze"]), "no bus"))
        #expect(effects.first == .announce("no bus"))
        #expect(effects.queries == [.clock])
    }

    /// The result that a pattern did not match.
    private struct Unexpected: Error {}
}
