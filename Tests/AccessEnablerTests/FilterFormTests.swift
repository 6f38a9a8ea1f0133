import DecisionTables
import Dispatch
import Testing

@testable import AccessEnabler

/// The two historic forms of `getAuthentication`'s filter.
@Suite("Forms of the filter", .timeLimit(.minutes(10)))
struct FilterFormTests {
    /// Reports when the login has ended.
    private final class App: EntitlementDelegate {
        let ends: AsyncStream<Void>
        private let end: AsyncStream<Void>.Continuation

        init() { (ends, end) = AsyncStream.makeStream(of: Void.self) }

        func setRequestorComplete(_ status: Int32) {}
        func setAuthenticationStatus(_ status: Int32, errorCode code: String!) { end.yield() }
    }

    /// What is requested from the system after a call.
    private func questions(_ call: (any ArrayFilters) -> Void) async -> [SignInQuery] {
        var fake = FakeApp()
        fake.arrange(.access(.granted))
        fake.arrange(.answer(.picker, "alpha.example"))
        fake.arrange(.answer(.signIn, "alice"))
        let surroundings = FakeSurroundings(fake)
        let dispatcher = DelegateDispatcher(queue: DispatchQueue(label: "test"))
        let library = AccessEnabler(engine: surroundings.engine(receiver: dispatcher), dispatcher: dispatcher)
        let app = App()
        library.delegate = app
        library.setRequestor("REF30")
        call(library)
        for await _ in app.ends { break }
        return surroundings.change { $0.device.questions }
    }

    @Test("an array names the MVPDs that the picker shows, as TV_PROVIDERS does; items that are not strings are ignored")
    func arrays() async throws {
        let mvpds: [Any] = ["BetaFiber", 7, "AlphaCable"]
        let plain = await questions { $0.getAuthentication(mvpds) }
        let full = await questions { $0.getAuthentication(true, withData: ["a": "b"], andFilter: mvpds) }
        let dictionary = await questions { $0.getAuthentication([TV_PROVIDERS: mvpds] as [AnyHashable: Any]?) }
        #expect(plain.map(\.supported) == [["beta.example", "alpha.example"]])
        #expect(dictionary.map(\.supported) == plain.map(\.supported))
        #expect(full.map(\.supported) == plain.map(\.supported))
        #expect(plain.map(\.isForced) == [false])
    }
}

/// The library with its deprecated forms, which only existing source uses.
private protocol ArrayFilters {
    func getAuthentication(_ filter: [Any])
    func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]?, andFilter filter: [Any])
    func getAuthentication(_ filter: [AnyHashable: Any]?)
}

extension AccessEnabler: ArrayFilters {}
