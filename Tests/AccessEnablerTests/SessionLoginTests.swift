import DecisionTables
import Foundation
import Testing
import VideoSubscriberAccount

@testable import AccessEnabler

/// Logins and logouts through the interface with async functions.
@Suite("EntitlementSession: login", .timeLimit(.minutes(10)))
struct SessionLoginTests {
    private func session(_ arrangements: Arrangement...) async throws -> (EntitlementSession, FakeSurroundings) {
        let (session, surroundings) = SessionTests.session(arrangements)
        try await session.configure(requestor: "REF30")
        return (session, surroundings)
    }

    /// Goes through a login; the names of its steps, and how it ends.
    private func steps(
        _ login: EntitlementSession.Login, _ respond: (EntitlementSession.LoginStep) -> Void = { _ in }
    ) async -> (names: [String], error: EntitlementError?) {
        var names: [String] = []
        do throws(EntitlementError) {
            for try await step in login {
                names.append(name(step))
                respond(step)
            }
            return (names, nil)
        } catch {
            return (names, error)
        }
    }

    private func name(_ step: EntitlementSession.LoginStep) -> String {
        switch step {
        case .chooseProvider: "choose"
        case .showPage: "page"
        case .showCode: "code"
        case .presentDialog: "present"
        case .dismissDialog: "dismiss"
        }
    }

    @Test("a user who is signed in to the system account needs no step")
    func silent() async throws {
        let (session, _) = try await session(.access(.granted), .signIn(provider: "alpha.example", subscriber: "alice"))
        let (names, error) = await steps(session.logIn())
        #expect(names.isEmpty && error == nil)
    }

    @Test("the system prompts the user")
    func dialog() async throws {
        let (session, _) = try await session(
            .access(.granted), .answer(.picker, "alpha.example"), .answer(.signIn, "alice"))
        let (names, error) = await steps(session.logIn(.init(offeredProviders: ["AlphaCable"])))
        #expect(names == ["present", "dismiss"] && error == nil)
        #expect(try await session.isAuthenticated)
    }

    @Test("the app shows the provider list and the page")
    func page() async throws {
        let (session, _) = try await session(.access(.denied))
        var page: EntitlementSession.Page?
        let (names, error) = await steps(session.logIn()) { step in
            switch step {
            case .chooseProvider(let choice): choice.select(choice.providers[2])
            case .showPage(let shown):
                page = shown
                shown.close()
            default: break
            }
        }
        #expect(names == ["choose", "page"])
        #expect(error?.kind == .loginCancelled)
        #expect(error?.statuses.map(\.code).last == "N005")
        let shown = try #require(page)
        #expect(!shown.isEnd(shown.url))
        #expect(shown.isEnd(try #require(URL(string: ADOBEPASS_REDIRECT_URL + "?x=1"))))
    }

    /// Where the pages of the fake service end.
    private static let end = URL(string: ADOBEPASS_REDIRECT_URL)

    /// Logs in at Gamma Sat's page.
    private func logInOnPage(_ session: EntitlementSession, _ surroundings: FakeSurroundings) async throws {
        let end = try #require(Self.end)
        let (names, error) = await steps(session.logIn()) { step in
            switch step {
            case .chooseProvider(let choice): choice.select(choice.providers[2])
            case .showPage(let page):
                surroundings.change { $0.service.logIn("alice", at: "GammaSat") }
                page.finish(at: end)
            default: break
            }
        }
        #expect(names == ["choose", "page"] && error == nil)
    }

    @Test("the user logs in on the page")
    func pageLogin() async throws {
        let (session, surroundings) = try await session(.access(.denied))
        try await logInOnPage(session, surroundings)
        #expect(try await session.isAuthenticated)
        #expect(try await session.selectedProvider?.id == "GammaSat")
        #expect(try await session.authorize("news").resource == "news")
    }

    @Test("the user logs in on another device, with the code and its address")
    func codeLogin() async throws {
        let (session, surroundings) = SessionTests.session([.access(.denied)], platform: .tvos)
        try await session.configure(requestor: "REF30")
        var code: EntitlementSession.RegistrationCode?
        let (names, error) = await steps(session.logIn(.init(provider: "GammaSat"))) { step in
            guard case .showCode(let shown) = step else { return }
            code = shown
            surroundings.change { $0.service.logIn("alice", at: "GammaSat") }
        }
        #expect(names == ["code"] && error == nil)
        #expect(code?.code == "CODE1")
        #expect(code?.registrationURL?.absoluteString == "http://127.0.0.1:1/activate")
        #expect(try await session.isAuthenticated)
    }

    @Test("the user abandons the code")
    func codeCancelled() async throws {
        let (session, _) = SessionTests.session([.access(.denied)], platform: .tvos)
        try await session.configure(requestor: "REF30")
        let (names, error) = await steps(session.logIn(.init(provider: "GammaSat"))) { step in
            if case .showCode(let code) = step { code.cancel() }
        }
        #expect(names == ["code"])
        #expect(error?.kind == .loginCancelled)
        #expect(try await !session.isAuthenticated)
    }

    @Test("logout shows the page that ends the provider's session, or none", arguments: [true, false])
    func logoutPage(isShown: Bool) async throws {
        let (session, surroundings) = try await session(.access(.denied))
        try await logInOnPage(session, surroundings)
        let end = try #require(Self.end)
        let (pages, shown) = AsyncStream.makeStream(of: EntitlementSession.Page.self)
        if isShown {
            try await session.logOut { page in
                surroundings.change { $0.service.logOut() }
                shown.yield(page)
                page.finish(at: end)
            }
        } else {
            try await session.logOut()
        }
        shown.finish()
        var paths: [String] = []
        for await page in pages { paths.append(page.url.path) }
        #expect(paths == (isShown ? ["/adobe-services/logout"] : []))
        #expect(try await !session.isAuthenticated)
        #expect(surroundings.change { $0.sessions.isEmpty })
    }

    @Test("a logout returns when the app continues without its page")
    func supersededLogout() async throws {
        let (session, surroundings) = try await session(.access(.denied))
        try await logInOnPage(session, surroundings)
        try await session.logOut { _ in try? await session.configure(requestor: "REF30") }
        #expect(try await !session.isAuthenticated)
    }

    @Test("an answer to a login that has ended has no effect")
    func lateAnswer() async throws {
        let (session, _) = try await session(.access(.denied))
        var choice: EntitlementSession.ProviderChoice?
        let (_, error) = await steps(session.logIn()) { step in
            if case .chooseProvider(let given) = step { choice = given }
            choice?.cancel()
        }
        #expect(error?.kind == .loginCancelled)
        let late = try #require(choice)
        late.select(late.providers[0])
        #expect(try await session.selectedProvider == nil)
    }

    @Test("leaving the loop and cancelling the task cancel the login", arguments: [true, false])
    func abandoning(isLeft: Bool) async throws {
        let (session, _) = try await session(.access(.denied))
        let events = session.events
        let (reached, mark) = AsyncStream.makeStream(of: Void.self)
        let login = Task {
            for try await _ in session.logIn() {
                mark.yield()
                if isLeft { break }
            }
        }
        for await _ in reached { break }
        if !isLeft { login.cancel() }
        let result = await login.result
        if !isLeft { #expect(throws: EntitlementError(.cancelled)) { try result.get() } }
        // The state machine has received it.
        for await event in events { if case .status(let status) = event, status.code == "N005" { break } }
    }

    @Test("logins at the same time are one: all see the last step, and one may leave")
    func joining() async throws {
        let (session, _) = try await session(.access(.denied))
        let (reached, mark) = AsyncStream.makeStream(of: EntitlementSession.ProviderChoice.self)
        @Sendable func logIn() async throws {
            for try await case .chooseProvider(let choice) in session.logIn() { mark.yield(choice) }
        }
        var choices = reached.makeAsyncIterator()
        let first = Task { try await logIn() }
        _ = await choices.next()
        let second = Task { try await logIn() }
        let choice = try #require(await choices.next())
        first.cancel()
        await #expect(throws: EntitlementError(.cancelled)) { try await first.value }
        // The second continues: its login is still open and can be answered.
        choice.cancel()
        let error = await #expect(throws: EntitlementError.self) { try await second.value }
        #expect(error?.kind == .loginCancelled)
    }

    @Test("a login that cannot be completed")
    func noProvider() async throws {
        let mvpds = ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "TempPass"]
        let (session, _) = SessionTests.session(mvpds.map { .integration(mvpd: $0, isEnabled: false) })
        try await session.configure(requestor: "REF30")
        let (names, error) = await steps(session.logIn())
        #expect(names.isEmpty)
        #expect(error?.kind == .noProvider)
    }

    /// A call in the journal.
    private struct CallLine: Decodable {
        struct Details: Decodable {
            let mvpd: String?
            let forceAuthn: Bool?
        }

        let event: String
        let details: Details
    }

    @Test("no other call comes between a login and the selection of its provider")
    func selection() async throws {
        try await StorageFolder.with { folder in
            let path = folder.path + "/journal.jsonl"
            let router = SessionCallbackRouter()
            let engine = FakeSurroundings(FakeApp()).engine(
                journal: Journal(path: path, applicationID: "com.example.player"), receiver: router)
            let session = EntitlementSession(engine: engine, router: router)
            await withTaskGroup(of: Void.self) { group in
                for (provider, isForced) in [("AlphaCable", false), ("GammaSat", true)] {
                    let login = session.logIn(.init(isForced: isForced, provider: provider))
                    group.addTask { for _ in 0..<200 { _ = login.makeAsyncIterator() } }
                }
            }
            await withCheckedContinuation { served in engine.whenServed { _ in served.resume() } }
            withExtendedLifetime(session) {}
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
                try JSONDecoder().decode(CallLine.self, from: Data($0.utf8))
            }
            let logins = zip(lines, lines.dropFirst()).filter { $0.0.details.mvpd != nil }
            #expect(logins.count == 400)
            #expect(
                logins.allSatisfy { selection, call in
                    call.event == "library.call.getAuthentication"
                        && call.details.forceAuthn == (selection.details.mvpd == "GammaSat")
                })
        }
    }

    @Test("logout ends a login that is open, and both are answered")
    func logout() async throws {
        let (session, _) = try await session(.access(.denied))
        let (reached, mark) = AsyncStream.makeStream(of: Void.self)
        let login = Task { for try await _ in session.logIn() { mark.yield() } }
        for await _ in reached { break }
        try await session.logOut()
        let error = await #expect(throws: EntitlementError.self) { try await login.value }
        #expect(error?.kind == .loginCancelled)
        #expect(try await !session.isAuthenticated)
    }
}
