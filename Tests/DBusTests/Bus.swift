import DBus
import Foundation
import ProjectTesting
import Synchronization
import Testing

extension TestBus {
    func connect(_ options: ConnectionOptions) async throws -> Connection {
        try await Connection.open(address: address, options: options)
    }
}

/// The bus of the running test, which has the trait `echo`.
var bus: TestBus { EchoTrait.fixture.bus }
/// The connection with the object of `EchoService`.
var service: Connection { EchoTrait.fixture.service }
/// Another connection, which calls that object.
var client: Connection { proxy.connection }
/// The object as `client` calls it.
var proxy: InterfaceProxy { EchoTrait.fixture.proxy }
/// The object itself.
var echo: EchoService { EchoTrait.fixture.echo }

/// Gives every test, and every case of a parameterized test, its own bus with the object of `EchoService`.
final class EchoTrait: FixtureTrait {
    fileprivate typealias Fixture = (bus: TestBus, service: Connection, proxy: InterfaceProxy, echo: EchoService)

    @TaskLocal private static var current: Fixture?

    fileprivate static var fixture: Fixture {
        guard let current else { preconditionFailure("the test has no trait .echo") }
        return current
    }

    private let configure: @Sendable (inout ConnectionOptions) -> Void

    fileprivate init(_ configure: @escaping @Sendable (inout ConnectionOptions) -> Void = { _ in }) { self.configure = configure }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await TestBus.with { bus in
            var options = ConnectionOptions()
            configure(&options)
            let (service, client) = (try await bus.connect(options), try await bus.connect())
            let echo = EchoService()
            try await echo.export(on: service)
            let fixture = (bus, service, InterfaceProxy.echo(client, service.uniqueName), echo)
            try await Self.$current.withValue(fixture, operation: function)
            await client.close()
            await service.close()
        }
    }
}

extension Trait where Self == EchoTrait {
    /// A bus with the object of `EchoService`.
    static var echo: Self { Self() }

    /// Returns a bus with the object of `EchoService` on a connection with other options.
    static func echo(_ configure: @escaping @Sendable (inout ConnectionOptions) -> Void) -> Self { Self(configure) }
}

/// The error of an operation that must fail.
func failure<T>(_ operation: () async throws -> T) async -> (any Error)? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return error
    }
}

/// The name of the error with which the other side must answer an operation.
func errorName<T>(_ operation: () async throws -> T) async -> ErrorName? {
    (await failure(operation) as? RemoteError)?.name
}

/// A gate that all waiters pass once it is open.
final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Mutex(State.closed([]))
    private let arrivals = Recorder<Int>()

    /// Waits until the gate is open.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .closed(let waiters) = state else { return true }
                state = .closed(waiters + [continuation])
                return false
            }
            arrivals.record(1)
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until a number of waiters have reached the gate.
    func arrived(_ count: Int) async throws {
        for _ in 0..<count { _ = try await arrivals.next("arrival at the gate") }
    }

    func open() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            defer { state = .open }
            if case .closed(let waiters) = state { return waiters }
            return []
        }
        for waiter in waiters { waiter.resume() }
    }
}

func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }
