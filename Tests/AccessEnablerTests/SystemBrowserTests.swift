import AsyncHTTPClient
import DecisionTables
import Foundation
import NIOCore
import NIOHTTP1
import ServiceAccess
import Synchronization
import Testing

@testable import AccessEnabler

/// Pages that the library itself shows in the system's browser: those of a provider that requires it, unless the app has
/// `handleSVC`.
@Suite("Pages in the system's browser")
struct SystemBrowserTests {
    /// An app for which the library shows Beta Fiber's login page.
    private func app(_ options: [String: JSONValue] = [:]) -> FakeApp {
        var app = FakeApp()
        app.call(.setOptions(options))
        app.configure()
        app.call(.getAuthentication(isForced: false, data: [:], filter: [:]), ticket: 1)
        app.call(.setSelectedProvider("BetaFiber"))
        return app
    }

    /// An app that is logged in at Beta Fiber, for which the library shows the logout page.
    private func appThatLogsOut() -> FakeApp {
        var app = FakeApp()
        app.arrange(.storedToken(mvpd: "BetaFiber", source: .regular, isForeign: false))
        app.setUp()
        app.call(.logout, ticket: 1)
        return app
    }

    private static let end = LibraryCall.handleExternalURL(ADOBEPASS_REDIRECT_URL)

    // What the app receives.

    @Test(
        "A6: no navigateToUrl; the end of the page ends the login, once",
        arguments: [[:], ["handleSVC": JSONValue.flag(false)]])
    func login(options: [String: JSONValue]) throws {
        var app = app(options)
        #expect(app.browserPage != nil && app.machine.nextTurn.map { "\($0)" } == "systemBrowser")
        let page = try #require(app.lastPage)
        #expect(page.contains("/api/v1/authenticate?reg_code=CODE1&requestor_id=REF30&mso_id=BetaFiber&"))
        #expect(page.hasSuffix("&redirect_url="))
        app.arrange(.webLogin(subscriber: "alice"))
        app.call(Self.end)
        let callbacks = app.takeCallbacks()
        #expect(callbacks.last == .loggedIn && app.answers[1]?.count { $0 == "setAuthenticationStatus" } == 1)
        #expect(!callbacks.contains { $0.entry.name == "navigateToUrl" })
        #expect(app.withdrawn.isEmpty && app.machine.nextTurn.map { "\($0)" } == "nobody")
    }

    @Test("A6: a logout ends with its page, too; the app gets neither the page nor a second answer")
    func logout() throws {
        var app = appThatLogsOut()
        #expect(app.takeCallbacks().isEmpty && app.machine.nextTurn.map { "\($0)" } == "systemBrowser")
        #expect(try #require(app.lastPage).contains("/adobe-services/logout?"))
        app.endBrowserPage()
        app.call(Self.end)
        #expect(app.takeCallbacks() == [.loggedOut] && app.answers[1] == ["setAuthenticationStatus"])
    }

    @Test("an app that gets its own URL continues with handleExternalURL, and the page is closed")
    func ownURL() throws {
        var app = app()
        let page = try #require(app.browserPage)
        app.service.logIn("alice", at: "BetaFiber")
        app.call(Self.end)
        #expect(app.takeCallbacks().last == .loggedIn && app.withdrawn == [page])
        app = appThatLogsOut()
        app.call(Self.end)
        #expect(app.takeCallbacks() == [.loggedOut] && app.browserPage == nil)
    }

    @Test("the app's own scheme ends the page, although the app did not have to show it")
    func ownScheme() {
        var app = app()
        app.machine = EntitlementMachine(
            environment: {
                var environment = $0
                environment.redirectScheme = "adbe.example"
                return environment
            }(app.machine.environment))
        app.choose("BetaFiber")
        app.service.logIn("alice", at: "BetaFiber")
        app.call(.handleExternalURL("adbe.example://adobe.com"))
        #expect(app.takeCallbacks().last == .loggedIn)
    }

    @Test("a browser that does not open: N500 and the reason, 500 in a logout; both end")
    func failure() {
        var app = app()
        _ = app.takeCallbacks()
        app.endBrowserPage(.failed("no browser"))
        #expect(app.takeCallbacks() == [.status(StatusReport(.n500, message: "no browser")), .loginFailed])
        app.call(Self.end)
        #expect(app.takeCallbacks().isEmpty && app.withdrawn.isEmpty)
        app = appThatLogsOut()
        app.endBrowserPage(.failed("no browser"))
        #expect(app.takeCallbacks() == [.status(StatusReport(.internalError, message: "no browser")), .loggedOut])
        #expect(app.answers[1] == ["status", "setAuthenticationStatus"] && app.machine.nextTurn.map { "\($0)" } == "nobody")
    }

    @Test("cancelling a login or a logout closes its page, whose end then has no effect")
    func givenUp() throws {
        for call in [LibraryCall.setSelectedProvider(nil), .logout, .setRequestor(id: "REF60", serviceProviders: [])] {
            for var app in [app(), appThatLogsOut()] {
                let page = try #require(app.browserPage)
                app.call(call)
                #expect(app.browserPage == nil && app.withdrawn == [page], "\(call)")
                _ = app.takeCallbacks()
                #expect(app.machine.handle(.page(page, .returned), at: 0).isEmpty, "\(call)")
            }
        }
    }

    @Test("another selection has its own page, in the browser or in the app")
    func choosingAnew() throws {
        var app = app()
        let first = try #require(app.browserPage)
        app.call(.setSelectedProvider("BetaFiber"))
        let second = try #require(app.browserPage)
        #expect(second != first && app.withdrawn == [first])
        _ = app.takeCallbacks()
        app.call(.setSelectedProvider("GammaSat"))
        #expect(app.takeCallbacks().last?.entry.name == "navigateToUrl" && app.withdrawn == [first, second])
    }

    @Test("after a setRequestor that failed meanwhile the end of the page ends the login")
    func failedConfiguration() {
        var app = app()
        app.loseConfiguration()
        app.endBrowserPage()
        #expect(
            app.takeCallbacks().map(\.line)
                == ["track(authentication false)", "setAuthenticationStatus(0 Generic Authentication Error)"])
        #expect(app.withdrawn.isEmpty)
    }

    @Test("A6: answered prompts and pages are not cancelled")
    func answered() throws {
        var app = FakeApp()
        app.arrange(.access(.granted))
        app.personThinks = true
        app.configure()
        app.logIn()
        let question = try #require(app.question?.request)
        app.loseConfiguration()
        app.answerQuestion()
        #expect(app.takeCallbacks().last == .loginFailed)
        #expect(!app.withdrawn.contains(question))
    }

    // The browser.

    /// Visits the address at which a page ends.
    @Sendable private static func visitEnd(of page: URL) async throws {
        let parameters = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems
        let end = try #require(parameters?.first { $0.name == "redirect_url" }?.value)
        #expect(end.hasPrefix("http://127.0.0.1:"))
        let answer = try await HTTPClient.shared.execute(HTTPClientRequest(url: end), timeout: .seconds(60))
        #expect(answer.status == .ok)
    }

    private static let page = "http://127.0.0.1:1/page?redirect_url="

    @Test("the page ends when the browser reaches its return address", .timeLimit(.minutes(10)))
    func returns() async {
        #expect(await SystemBrowser(open: Self.visitEnd).show(Self.page) == .returned)
    }

    @Test(
        "another address of the listener does not end it, and neither does the end of the program that opened the page",
        .timeLimit(.minutes(10)))
    func strangers() async {
        let browser = SystemBrowser { page in
            let end = try #require(URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?.first?.value)
            let wrong = try #require(URL(string: "/wrong", relativeTo: URL(string: end))).absoluteString
            let answer = try await HTTPClient.shared.execute(HTTPClientRequest(url: wrong), timeout: .seconds(60))
            #expect(answer.status == .notFound)
            Task { try await Self.visitEnd(of: page) }
        }
        #expect(await browser.show(Self.page) == .returned)
    }

    @Test("a page that is cancelled before it is opened is not opened", .timeLimit(.minutes(10)))
    func cancelledBefore() async {
        let (opened, open) = AsyncStream.makeStream(of: URL.self)
        let page = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await SystemBrowser { open.yield($0) }.show(Self.page)
        }
        #expect(await page.value == .failed("The page was abandoned."))
        // A page that is opened nevertheless is opened in this time.
        for _ in 0..<1_000 { await Task.yield() }
        open.finish()
        for await url in opened { Issue.record("\(url) was opened") }
    }

    @Test("a cancelled page ends at once, without a request", .timeLimit(.minutes(10)))
    func cancelled() async {
        let (opened, open) = AsyncStream.makeStream(of: Void.self)
        let page = Task { await SystemBrowser { _ in open.finish() }.show(Self.page) }
        for await _ in opened {}
        page.cancel()
        #expect(await page.value == .failed("The page was abandoned."))
    }

    @Test(
        "a browser that is missing, or that fails at once or later, is reported",
        .timeLimit(.minutes(10)),
        arguments: [
            ([:], "No browser was found: set BROWSER, or the option handleSVC to true."),
            (["BROWSER": "nowhere"], "No browser was found: set BROWSER, or the option handleSVC to true."),
            (["BROWSER": "nowhere:/bin/false"], "false ended with 1."), (["BROWSER": "sleep 0.01 x"], "sleep ended with 1."),
            (["BROWSER": "/usr:/bin/false"], "false ended with 1."),
        ] as [([String: String], String)])
    func failures(variables: [String: String], reason: String) async {
        let variables = variables.merging(["PATH": "/usr/bin:/bin"]) { $1 }
        #expect(await SystemBrowser(open: SystemBrowser.onDesktop(variables)).show(Self.page) == .failed(reason))
    }

    // With the engine.

    /// Records what the app receives.
    private final class Delegate: EntitlementDelegate {
        let ends = AsyncStream.makeStream(of: Int32.self)
        let pages = Mutex<[String]>([])

        func setRequestorComplete(_ status: Int32) {}
        func setAuthenticationStatus(_ status: Int32, errorCode code: String!) { ends.continuation.yield(status) }
        func navigate(toUrl url: String!) { pages.withLock { $0.append(url) } }
    }

    @Test("A6: AccessEnabler without handleSVC logs in and out through the browser alone", .timeLimit(.minutes(10)))
    func library() async {
        let surroundings = FakeSurroundings(FakeApp())
        let dispatcher = DelegateDispatcher(queue: DispatchQueue(label: "test"))
        let engine = surroundings.engine(
            show: { page in
                surroundings.change { if page.contains("mso_id=BetaFiber") { $0.service.logIn("alice", at: "BetaFiber") } }
                return .returned
            }, receiver: dispatcher)
        let library = AccessEnabler(engine: engine, dispatcher: dispatcher)
        let delegate = Delegate()
        library.delegate = delegate
        library.setOptions(["handleSVC": false])
        library.setRequestor("REF30")
        library.setSelectedProvider("BetaFiber")
        library.getAuthentication()
        var ends = delegate.ends.stream.makeAsyncIterator()
        #expect(await ends.next() == 1)
        library.logout()
        #expect(await ends.next() == 0)
        #expect(delegate.pages.withLock { $0 }.isEmpty)
    }
}
