import DBus
import Glibc
import ProjectTesting
import Synchronization

extension TestBus {
    func connect(_ options: ConnectionOptions) async throws -> Connection {
        try await Connection.open(address: address, options: options)
    }

    /// Runs a test with the object of `EchoService` on one connection and another connection that calls it.
    static func withService(
        _ options: ConnectionOptions = ConnectionOptions(), echo: EchoService = EchoService(),
        _ body: (TestBus, Connection, InterfaceProxy) async throws -> Void
    ) async throws {
        try await with { bus in
            let service = try await bus.connect(options)
            try await echo.export(on: service)
            let client = try await bus.connect()
            try await body(bus, service, .echo(client, service.uniqueName))
            await client.close()
            await service.close()
        }
    }
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
