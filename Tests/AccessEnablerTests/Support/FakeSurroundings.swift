import ServiceAccess
import Synchronization
import VideoSubscriberAccount

@testable import AccessEnabler

/// Device, service and storage of one app, behind a lock: for tests with the real engine.
final class FakeSurroundings: Transport, SystemAccount, Store {
    private let app: Mutex<FakeApp>

    init(_ app: FakeApp) { self.app = Mutex(app) }

    /// An engine in these surroundings, optionally with another account, other pauses, a browser or a journal.
    ///
    /// Pauses usually take no time in them; the time limits of calls and codes never end.
    func engine(
        account: (any SystemAccount)? = nil, sleep: @escaping @Sendable (Int64) async throws -> Void = FakeSurroundings.sleep,
        show: @escaping @Sendable (String) async -> PageEnd = { _ in .failed("no browser") }, journal: Journal? = nil,
        receiver: any CallbackReceiver
    ) -> Engine {
        let (environment, now) = app.withLock { ($0.machine.environment, $0.service.now) }
        return Engine(
            environment: environment,
            surroundings: Engine.Surroundings(
                transport: self, account: account ?? self, store: self, now: { now }, sleep: sleep, show: show,
                journal: journal, executor: HTTPTransport.executor),
            receiver: receiver)
    }

    private static func sleep(milliseconds: Int64) async throws {
        guard milliseconds >= CallAllowance.longest else { return await Task.yield() }
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in never { end.finish() }
        throw CancellationError()
    }

    /// Changes the surroundings of the engine, or reads them.
    func change<Value: Sendable>(_ change: (inout sending FakeApp) -> sending Value) -> Value { app.withLock(change) }

    func send(_ request: HTTPRequest) async -> HTTPOutcome {
        app.withLock { $0.service.answer(request) ?? .unreachable("no answer") }
    }

    func answer(_ query: AccountQuery, dialog: @escaping @Sendable (DialogChange) -> Void) async -> AccountOutcome {
        guard case .signIn(let query) = query else { return app.withLock { $0.device.answer(query, now: $0.service.now) } }
        let (isShown, outcome) = app.withLock { $0.device.ask(query, now: $0.service.now) }
        if isShown {
            dialog(.presented(.dialogHandle))
            dialog(.dismissed)
        }
        return outcome
    }

    func load(requestor: String?, _ reading: StoreReading, _ receive: @escaping @Sendable (StorageSnapshot) -> Void) {
        receive(app.withLock { $0.stored(requestor, reading) })
    }

    func save(_ change: StoreChange) { app.withLock { $0.store(change) } }

    /// A change is applied at once.
    func afterChanges(_ body: @escaping @Sendable () -> Void) { body() }
}
