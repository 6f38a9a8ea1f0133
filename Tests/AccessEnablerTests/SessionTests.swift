import DecisionTables
import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// The interface with async functions, over the real engine, with fakes for device, service and storage.
@Suite("EntitlementSession", .timeLimit(.minutes(10)))
struct SessionTests {
    static func session(
        _ arrangements: [Arrangement], platform: DecisionRow.Platform = .ios
    ) -> (EntitlementSession, FakeSurroundings) {
        var app = FakeApp(platform: platform)
        for arrangement in arrangements { app.arrange(arrangement) }
        let surroundings = FakeSurroundings(app)
        let router = SessionCallbackRouter()
        return (EntitlementSession(engine: surroundings.engine(receiver: router), router: router), surroundings)
    }

    private static let signedIn: [Arrangement] = [
        .access(.granted), .signIn(provider: "alpha.example", subscriber: "alice"),
    ]

    private func error(_ operation: () async throws(EntitlementError) -> Void) async -> EntitlementError? {
        do {
            try await operation()
            return nil
        } catch {
            return error
        }
    }

    @Test("signed in at the system: everything is answered")
    func signedIn() async throws {
        let (session, _) = Self.session(Self.signedIn)
        try await session.configure(requestor: "REF30")
        #expect(try await session.isAuthenticated)
        let provider = try #require(try await session.selectedProvider)
        #expect(provider.id == "AlphaCable")
        #expect(provider.hasSingleSignOn)
        #expect(try await session.authorize("news").resource == "news")
        let source = try await session.metadata("tokenSource")
        #expect(source == EntitlementSession.Metadata(value: .text("Apple"), isEncrypted: false))
        #expect(try await session.metadata("zip")?.isEncrypted == true)
        #expect(try await session.metadata("nothing") == nil)
        #expect(try #require(try await session.authenticationExpiration) > Date(timeIntervalSince1970: 1_790_000_000))
        #expect(try await session.authorizationExpiration(of: "news") != nil)
        #expect(try await session.authorizationExpiration(of: "sports") == nil)
        #expect(try await session.deviceIdentifier == nil)
        let decisions = try await session.preauthorize(["news", "nothing"])
        #expect(decisions.map(\.resource) == ["news", "nothing"])
        #expect(decisions.map(\.isAuthorized) == [true, false])
    }

    @Test("calls wait for the configuration, and concurrent calls each get their own response")
    func concurrency() async throws {
        let (session, _) = Self.session(Self.signedIn)
        try await withThrowingTaskGroup(of: (String, String).self) { group in
            for index in 0..<100 {
                group.addTask { ("r\(index)", try await session.authorize("r\(index)").resource) }
            }
            group.addTask { ("yes", try await session.isAuthenticated ? "yes" : "no") }
            group.addTask { ("AlphaCable", try await session.selectedProvider?.id ?? "none") }
            try await session.configure(requestor: "REF30")
            for try await (asked, answered) in group { #expect(asked == answered) }
        }
    }

    @Test("a rejected statement: the codes are in the error, and nothing else works")
    func notConfigured() async throws {
        let (session, _) = Self.session([.statement(.missing)])
        let refusal = try #require(await error { () throws(EntitlementError) in try await session.configure(requestor: "REF30") })
        #expect(refusal.kind == .configurationFailed)
        #expect(refusal.statuses.map(\.code) == ["R400"])
        #expect(refusal.statuses.first?.level == .error)
        #expect(await error { () throws(EntitlementError) in _ = try await session.isAuthenticated }?.kind == .notConfigured)
        #expect(await error { () throws(EntitlementError) in _ = try await session.authorize("news") }?.kind == .notConfigured)
        #expect(await error { () throws(EntitlementError) in _ = try await session.preauthorize([]) }?.kind == .notConfigured)
        #expect(await error { () throws(EntitlementError) in for try await _ in session.logIn() {} }?.kind == .notConfigured)
        #expect(try await session.selectedProvider == nil)
        #expect(try await session.metadata("zip") == nil)
        try await session.logOut()
    }

    @Test("before a configuration only preauthorize fails at once")
    func unset() async {
        let (session, _) = Self.session([])
        let failure = await error { () throws(EntitlementError) in _ = try await session.preauthorize(["news"]) }
        #expect(failure?.kind == .notConfigured)
        #expect(failure?.statuses.map(\.code) == ["requestor_not_configured"])
    }

    @Test("an error contains the provider's message, the code, and the resource")
    func notAuthorized() async throws {
        let (session, _) = Self.session([.access(.granted), .signIn(provider: "alpha.example", subscriber: "bob")])
        try await session.configure(requestor: "REF30")
        let refusal = try #require(await error { () throws(EntitlementError) in _ = try await session.authorize("sports") })
        #expect(refusal.kind == .notAuthorized)
        #expect(refusal.message == "Not in your package.")
        #expect(refusal.localizedDescription == "Not in your package.")
        let status = try #require(refusal.statuses.first)
        #expect((status.code, status.level, status.resource) == ("Z100", .error, "sports"))
        #expect(refusal.description == "notAuthorized: Z100: Not in your package.")
    }

    @Test("not logged in: the codes give the reason")
    func notAuthenticated() async throws {
        let (session, _) = Self.session([.access(.denied)])
        try await session.configure(requestor: "REF30")
        #expect(try await !session.isAuthenticated)
        let refusal = try #require(await error { () throws(EntitlementError) in _ = try await session.authorize("news") })
        #expect(refusal.kind == .notAuthenticated)
        #expect(refusal.statuses.map(\.code) == ["VSA403", "N000"])
        let other = try #require(await error { () throws(EntitlementError) in _ = try await session.preauthorize(["news"]) })
        #expect(other.kind == .notAuthenticated)
        #expect(try await session.authenticationExpiration == nil)
    }

    @Test("a cancelled task ends at once; the session continues")
    func cancellation() async throws {
        let (session, _) = Self.session(Self.signedIn)
        let waiting = Task { try await session.authorize("news") }
        // Before the configuration the call can only wait.
        waiting.cancel()
        #expect(await waiting.result.failure == EntitlementError(.cancelled))
        try await session.configure(requestor: "REF30")
        #expect(try await session.authorize("news").resource == "news")
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await session.isAuthenticated
        }
        #expect(await cancelled.result.failure?.kind == .cancelled)
    }

    @Test("every sequence of events gets all of them, and ends with the session")
    func events() async throws {
        var session: EntitlementSession? = Self.session([.access(.denied)]).0
        let sequences = try #require(session.map { [$0.events, $0.events] })
        try await session?.configure(requestor: "REF30")
        _ = try await session?.isAuthenticated
        session = nil
        for events in sequences {
            var names: [String] = []
            for await event in events {
                switch event {
                case .status(let status): names.append(status.code)
                case .tracking(let tracking): names.append("\(tracking.kind) \(tracking.values.first ?? "")")
                }
            }
            #expect(names == ["VSA403", "authentication false", "VSA403", "N000"])
        }
    }

    @Test("options apply to later requests")
    func options() async throws {
        let (session, surroundings) = Self.session(Self.signedIn)
        session.setOptions(.init(applicationProfile: "tv", visitorIdentifier: "visitor-1"))
        try await session.configure(requestor: "REF30")
        let fields = surroundings.change { $0.service.requests.flatMap(\.query) }
        #expect(fields.contains { $0.name == "ap_vi" && $0.value == "visitor-1" })
    }
}

extension Result {
    /// The error, if it is one.
    fileprivate var failure: EntitlementError? {
        if case .failure(let error) = self { error as? EntitlementError } else { nil }
    }
}
