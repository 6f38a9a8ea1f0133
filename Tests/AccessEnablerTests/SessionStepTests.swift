import DecisionTables
import Foundation
import Testing

@testable import AccessEnabler

/// Which calls of an `EntitlementSession` receive the steps of a login, when several calls are made at the same time.
@Suite("EntitlementSession: steps", .timeLimit(.minutes(10)))
struct SessionStepTests {
    /// Goes through a login whose user closes every page and list; the names of its steps.
    private func steps(_ login: EntitlementSession.Login) async -> [String] {
        var names: [String] = []
        do throws(EntitlementError) {
            for try await step in login {
                switch step {
                case .chooseProvider(let choice):
                    names.append("choose")
                    choice.cancel()
                case .showPage(let page):
                    names.append(page.url.path)
                    page.close()
                case .showCode(let code):
                    names.append(code.code)
                    code.cancel()
                case .presentDialog, .dismissDialog: names.append("dialog")
                }
            }
        } catch {
            #expect(error.kind == .loginCancelled)
        }
        return names
    }

    /// A session whose `configure` opens a passive page, because the device has REF60's login.
    private func passiveSession() -> EntitlementSession {
        let (session, surroundings) = SessionTests.session([.access(.denied)])
        surroundings.change { app in
            for index in app.service.integrations.indices where app.service.integrations[index].mvpd == "BetaFiber" {
                app.service.integrations[index].isPassive = true
            }
            app.store(
                .session(
                    Session(
                        requestor: "REF60", mvpd: "BetaFiber", userID: "u-alice", expires: app.service.now + 60_000,
                        deviceID: app.deviceID, source: .regular, storedAt: app.service.now)))
        }
        return session
    }

    private static let page = "/api/v1/authenticate"

    private static func requestor(_ id: String) -> LibraryCall { .setRequestor(id: id, serviceProviders: []) }

    @Test(
        "the page of a passive login is the first step of a login that joins it",
        arguments: [[], [.checkAuthentication], [requestor("REF30")]])
    func passivePage(calls: [LibraryCall]) async throws {
        let session = passiveSession()
        try await session.configure(requestor: "REF30")
        for call in calls { _ = try await session.answer(to: call) }
        #expect(await steps(session.logIn()) == [Self.page])
    }

    @Test(
        "… but not of a login after the passive login has ended, even if the call that ends it was made before the page",
        arguments: [[LibraryCall.logout], [requestor("REF30"), .logout]], [true, false])
    func endedPassivePage(calls: [LibraryCall], isWaiting: Bool) async throws {
        let session = passiveSession()
        let waiting = isWaiting ? calls.map { session.begin($0) } : []
        try await session.configure(requestor: "REF30")
        for call in isWaiting ? [] : calls { _ = try await session.answer(to: call) }
        #expect(await steps(session.logIn()) == ["choose"])
        withExtendedLifetime(waiting) {}
    }

    @Test("… nor after another requestor, for which the user is logged in")
    func otherRequestor() async throws {
        let session = passiveSession()
        try await session.configure(requestor: "REF30")
        let waiting = session.begin(Self.requestor("REF60"))
        #expect(await steps(session.logIn()) == [])
        withExtendedLifetime(waiting) {}
    }

    @Test("… nor of a forced login, which does not wait for it", arguments: [true, false])
    func forced(isWaiting: Bool) async throws {
        let session = passiveSession()
        let waiting = isWaiting ? session.begin(.getAuthentication(isForced: true, data: [:], filter: [:])) : nil
        try await session.configure(requestor: "REF30")
        guard let waiting else {
            #expect(await steps(session.logIn(.init(isForced: true))) == ["choose"])
            return
        }
        for await case .step(let step) in waiting.parts {
            #expect(step.entry.name == "displayProviderDialog")
            break
        }
        withExtendedLifetime(session) {}
    }

    @Test("the page of a logout that no one waits for is no step of a login")
    func abandonedLogout() async throws {
        let (session, surroundings) = SessionTests.session([.access(.denied)])
        try await session.configure(requestor: "REF30")
        for try await step in session.logIn(.init(provider: "GammaSat")) {
            guard case .showPage(let page) = step else { continue }
            surroundings.change { $0.service.logIn("alice", at: "GammaSat") }
            page.finish(at: try #require(URL(string: ADOBEPASS_REDIRECT_URL)))
        }
        _ = session.begin(.logout)
        #expect(await steps(session.logIn()) == ["choose"])
    }

    @Test("a login that joins another receives the step that is open", arguments: [DecisionRow.Platform.ios, .tvos])
    func joining(platform: DecisionRow.Platform) async throws {
        let (session, _) = SessionTests.session([.access(.denied)], platform: platform)
        try await session.configure(requestor: "REF30")
        var first = session.logIn(.init(provider: "GammaSat")).makeAsyncIterator()
        let step = try await first.next(isolation: nil)
        #expect(step != nil)
        #expect(await steps(session.logIn()) == [platform == .ios ? Self.page : "CODE1"])
        await #expect(throws: EntitlementError.self) { try await first.next(isolation: nil) }
    }
}
