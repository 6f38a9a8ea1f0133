import PickerModel
import Testing

@Suite struct SessionTests {
    private var session = Session()

    private mutating func ask(_ number: UInt64, _ prompt: Prompt) -> [SessionEffect] { session.handle(.asked(number, prompt)) }

    private let rest: [SessionEffect] = [.stopWatching, .hide, .startIdleTimer]
    private let quit: [SessionEffect] = [.stopWatching, .hide, .quit]
    private let farewell: [SessionEffect] = [.stopWatching, .show(.signedIn(provider: "Alpha Cable")), .startFarewellTimer]

    /// Submits a form of Alpha Cable; then the account changes.
    private mutating func submitAndChangeAccount() throws {
        _ = ask(1, try Sample.form())
        _ = session.handle(.answered(.credentials(username: "alice", password: "alice")))
        _ = session.handle(.accountChanged)
    }

    @Test mutating func questionIsShownAndItsAnswerEndsTheWindow() throws {
        let prompt = try Sample.access()
        guard case .permission(let question) = prompt else { return }
        #expect(ask(1, prompt) == [.stopIdleTimer, .stopWatching, .show(.permission(question))])
        #expect(session.isAsked)
        #expect(session.handle(.answered(.granted)) == [.reply(1, .granted)] + rest)
        #expect(!session.isAsked)
    }

    @Test mutating func closingDismisses() throws {
        _ = ask(1, try Sample.access())
        #expect(session.handle(.closed) == [.reply(1, .dismissed)] + rest)
        _ = ask(2, try Sample.list())
        #expect(session.handle(.closed) == [.reply(2, .cancelled)] + rest)
    }

    @Test mutating func answerThatDoesNotFitIsIgnored() throws {
        _ = ask(1, try Sample.access())
        #expect(session.handle(.answered(.otherProvider)).isEmpty)
        _ = session.handle(.closed)
        _ = ask(2, try Sample.list())
        #expect(session.handle(.answered(.provider("nobody.example"))).isEmpty)
        #expect(session.handle(.answered(.granted)).isEmpty)
    }

    @Test mutating func windowSaysWhatGoesOnBetweenListAndForm() throws {
        _ = ask(1, try Sample.list())
        #expect(
            session.handle(.answered(.provider("alpha.example"))) == [
                .reply(1, .provider("alpha.example")), .show(.working("Connecting to Alpha Cable …")),
                .watch(request: Sample.request),
            ])
        guard case .signIn(let form) = try Sample.form() else { return }
        #expect(ask(2, .signIn(form)).last == .show(.signIn(form, leadsBack: true)))
    }

    @Test(arguments: ["gamma.example"])
    mutating func unsupportedProviderNeedsNoProgress(identifier: String) throws {
        _ = ask(1, try Sample.list())
        #expect(session.handle(.answered(.provider(identifier))) == [.reply(1, .provider(identifier))] + rest)
    }

    @Test mutating func formThatDidNotFollowTheListDoesNotLeadBack() throws {
        guard case .signIn(let form) = try Sample.form() else { return }
        #expect(ask(1, .signIn(form)).last == .show(.signIn(form, leadsBack: false)))
    }

    @Test mutating func wrongPasswordKeepsTheUserName() throws {
        _ = ask(1, try Sample.form())
        _ = session.handle(.answered(.credentials(username: "alice", password: "x")))
        guard case .show(.signIn(let form, _)) = ask(2, try Sample.form(["attempt": .number(2)])).last else {
            Issue.record("no form")
            return
        }
        #expect(form.username == "alice")
    }

    @Test mutating func otherRequestDoesNotSeeTheUserName() throws {
        _ = ask(1, try Sample.form())
        _ = session.handle(.answered(.credentials(username: "alice", password: "x")))
        guard case .show(.signIn(let form, _)) = ask(2, try Sample.form(request: "/other")).last else {
            Issue.record("no form")
            return
        }
        #expect(form.username.isEmpty)
    }

    @Test mutating func signInEndsWithAFarewell() throws {
        _ = ask(1, try Sample.form())
        #expect(
            session.handle(.answered(.credentials(username: "alice", password: "alice"))) == [
                .reply(1, .credentials(username: "alice", password: "alice")), .show(.working("Signing in to Alpha Cable …")),
                .watch(request: Sample.request),
            ])
        #expect(session.handle(.accountChanged) == [.queryAccount])
        #expect(session.handle(.accountReceived(provider: "alpha.example")) == farewell)
        #expect(session.handle(.requestEnded(Sample.request)) == [.stopWatching])
        #expect(session.handle(.farewellOver) == rest)
    }

    @Test mutating func releaseWaitsForTheFarewell() throws {
        try submitAndChangeAccount()
        _ = session.handle(.accountReceived(provider: "alpha.example"))
        #expect(session.handle(.released).isEmpty)
        #expect(session.handle(.farewellOver) == quit)
    }

    @Test mutating func closingTheFarewellEndsTheProgramOnceItIsReleased() throws {
        try submitAndChangeAccount()
        _ = session.handle(.accountReceived(provider: "alpha.example"))
        #expect(session.handle(.released).isEmpty)
        #expect(session.handle(.closed) == quit)
    }

    @Test(arguments: [SessionEvent.closed, .cancelCalled])
    mutating func closingTheProgressEndsTheProgramOnceItIsReleased(event: SessionEvent) throws {
        try submitAndChangeAccount()
        #expect(session.handle(.released).isEmpty)
        #expect(session.handle(event) == quit)
    }

    @Test(arguments: [nil, "beta.example"])
    mutating func signOutOrOtherSignInMeanwhileIsNoSuccess(provider: String?) throws {
        try submitAndChangeAccount()
        #expect(session.handle(.accountReceived(provider: provider)).isEmpty)
        #expect(session.handle(.accountChanged) == [.queryAccount])
        #expect(session.handle(.accountReceived(provider: "alpha.example")) == farewell)
    }

    @Test mutating func endOfTheRequestWaitsForTheAccount() throws {
        try submitAndChangeAccount()
        #expect(session.handle(.requestEnded(Sample.request)).isEmpty)
        #expect(session.handle(.released).isEmpty)
        #expect(session.handle(.accountReceived(provider: "alpha.example")) == farewell)
        #expect(session.handle(.farewellOver) == quit)
    }

    @Test mutating func releaseWithoutASuccessEndsTheProgram() throws {
        try submitAndChangeAccount()
        _ = session.handle(.accountChanged)
        #expect(session.handle(.released).isEmpty)
        #expect(session.handle(.accountReceived(provider: nil)).isEmpty)
        #expect(session.handle(.accountReceived(provider: nil)) == quit)
    }

    @Test mutating func accountThatArrivesLateIsNoNews() throws {
        try submitAndChangeAccount()
        _ = ask(2, try Sample.form(["attempt": .number(2)]))
        #expect(session.handle(.accountReceived(provider: "alpha.example")).isEmpty)
        #expect(session.isAsked)
    }

    @Test mutating func accountThatChangesWithoutASignInIsNoNews() throws {
        #expect(session.handle(.accountChanged).isEmpty)
        _ = ask(1, try Sample.list())
        _ = session.handle(.answered(.provider("alpha.example")))
        #expect(session.handle(.accountChanged).isEmpty)
    }

    @Test mutating func requestThatEndsWhileWorkGoesOnEndsTheWindow() throws {
        _ = ask(1, try Sample.list())
        _ = session.handle(.answered(.provider("alpha.example")))
        #expect(session.handle(.requestEnded("/other")) == [.stopWatching])
        #expect(session.handle(.requestEnded(Sample.request)) == rest)
    }

    @Test mutating func cancelClosesThePrompt() throws {
        _ = ask(1, try Sample.form())
        #expect(session.handle(.cancelCalled) == [.reply(1, .cancelled)] + rest)
        #expect(session.handle(.cancelCalled).isEmpty)
    }

    @Test mutating func releaseAnswersAllAndEnds() throws {
        _ = ask(1, try Sample.access())
        _ = ask(2, try Sample.list())
        #expect(session.handle(.released) == [.reply(1, .dismissed), .reply(2, .cancelled), .stopWatching, .hide, .quit])
    }

    @Test mutating func daemonThatLeavesEndsTheProgram() throws {
        _ = ask(1, try Sample.access())
        _ = ask(2, try Sample.list())
        #expect(session.handle(.daemonGone) == quit)
        #expect(!session.isAsked)
    }

    @Test mutating func secondQuestionWaitsForTheFirst() throws {
        let (first, second) = (try Sample.access(), try Sample.list())
        _ = ask(1, first)
        #expect(ask(2, second).isEmpty)
        guard case .providers(let choice) = second else { return }
        #expect(
            session.handle(.answered(.denied)) == [.reply(1, .denied), .stopIdleTimer, .stopWatching, .show(.providers(choice))])
    }

    @Test mutating func tooManyQuestionsAreRefused() throws {
        _ = ask(0, try Sample.access())
        for number in 1...16 { #expect(try ask(UInt64(number), Sample.access()).isEmpty) }
        #expect(try ask(17, Sample.access()) == [.refuse(17)])
    }

    @Test mutating func closedFormDoesNotComeBackAsAList() throws {
        _ = ask(1, try Sample.list())
        _ = session.handle(.answered(.provider("alpha.example")))
        _ = ask(2, try Sample.form())
        _ = session.handle(.closed)
        #expect(try ask(3, Sample.list()) == [.reply(3, .cancelled)])
        // Repeated, it is a new prompt.
        #expect(try ask(4, Sample.list()).count == 3)
    }

    @Test mutating func formThatIsLeftComesBackAsAList() throws {
        _ = ask(1, try Sample.list())
        _ = session.handle(.answered(.provider("alpha.example")))
        _ = ask(2, try Sample.form())
        #expect(session.handle(.answered(.cancelled)).first == .reply(2, .cancelled))
        #expect(try ask(3, Sample.list()).count == 3)
    }

    @Test mutating func windowClosedWhileWorkGoesOnStaysClosed() throws {
        _ = ask(1, try Sample.list())
        _ = session.handle(.answered(.provider("alpha.example")))
        #expect(session.handle(.closed) == [.hide])
        #expect(try ask(2, Sample.form()) == [.reply(2, .cancelled)])
        #expect(try ask(3, Sample.list()) == [.reply(3, .cancelled)])
    }

    @Test mutating func abandonedRequestIsForgottenWhenItEnds() throws {
        _ = ask(1, try Sample.list())
        _ = session.handle(.answered(.provider("alpha.example")))
        _ = session.handle(.closed)
        #expect(session.handle(.requestEnded(Sample.request)) == rest)
        #expect(try ask(2, Sample.list()).count == 3)
    }

    @Test mutating func idleTimeEndsTheProgramOnlyWhenNothingIsShown() throws {
        _ = ask(1, try Sample.access())
        #expect(session.handle(.idleTimeOver).isEmpty)
        _ = session.handle(.answered(.granted))
        #expect(session.handle(.idleTimeOver) == [.quit])
    }
}
