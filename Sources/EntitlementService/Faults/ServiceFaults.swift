import EntitlementCore
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import TVWorld

/// The faults of the service, and the calls that wait on them.
public final class ServiceFaults: Sendable {
    private struct Waiter {
        var fault: String
        var isHanging: Bool
        var continuation: AsyncStream<Void>.Continuation
    }

    private struct State {
        var table = FaultTable()
        var waiters: [Int64: Waiter] = [:] {
            didSet {
                let count = waiters.count
                observers.removeAll { if case .terminated = $0.yield(count) { true } else { false } }
            }
        }
        var lastWaiter: Int64 = 0
        var observers: [AsyncStream<Int>.Continuation] = []
        var random = SeededGenerator(seed: nil)
    }

    private let state = Mutex(State())
    private let hasAny = Atomic<Bool>(false)

    /// How many calls may wait at a time; one more goes on at once.
    static let waiterLimit = 1_024

    /// No faults.
    init() {}

    /// Whether there is a fault at all. All that a call pays when there is none.
    var isArmed: Bool { hasAny.load(ordering: .relaxed) }

    /// The faults, the oldest first, each with how many calls hang on it.
    var entries: [(entry: FaultTable.Entry, waiting: Int)] {
        state.withLock { state in
            state.table.entries.map { entry in
                (entry, state.waiters.values.count { $0.fault == entry.fault.id && $0.isHanging })
            }
        }
    }

    /// How many calls wait, now and after each change.
    func waitingCounts() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        state.withLock { state in
            continuation.yield(state.waiters.count)
            state.observers.append(continuation)
        }
        return stream
    }

    /// The faults with their counts, to be put back.
    var table: FaultTable { state.withLock { $0.table } }

    /// Whether there is a fault at a point.
    func has(_ point: FaultPoint) -> Bool {
        isArmed && state.withLock { $0.table.entries.contains { $0.fault.point == point } }
    }

    /// Whether there is a fault of one app only.
    var tellsApplicationsApart: Bool {
        state.withLock { $0.table.entries.contains { $0.fault.application != nil } }
    }

    /// A name that no fault has.
    var freeName: String {
        state.withLock { state in
            let names = Set(state.table.entries.map(\.fault.id))
            return (1...).lazy.map { "\(Fault.serviceNamePrefix)\($0)" }.first { !names.contains($0) } ?? ""
        }
    }

    /// Adds a fault.
    ///
    /// - Throws: `FaultTable.Refusal`
    func add(_ fault: Fault, now: Int64) throws(FaultTable.Refusal) {
        try state.withLock { state throws(FaultTable.Refusal) in try state.table.add(fault, now: now) }
        hasAny.store(true, ordering: .relaxed)
    }

    /// Replaces all faults, and lets go on who waits.
    ///
    /// - Parameter seed: Makes the jitter reproducible.
    func replace(with table: FaultTable, seed: UInt64? = nil) -> [Fault] {
        let (removed, waiters) = state.withLock { state in
            let removed = state.table.entries.map(\.fault)
            let waiters = Array(state.waiters.values)
            state.table = table
            state.waiters = [:]
            state.random = SeededGenerator(seed: seed)
            hasAny.store(!table.isEmpty, ordering: .relaxed)
            return (removed, waiters)
        }
        for waiter in waiters { waiter.continuation.yield(()) }
        return removed
    }

    /// Removes a fault, and lets go on who waits on it; nil when there is none of that name.
    func remove(_ id: String) -> Fault? {
        let (removed, waiters) = state.withLock { state in
            let removed = state.table.remove { $0.id == id }
            hasAny.store(!state.table.isEmpty, ordering: .relaxed)
            return (removed.first, state.waiters.values.filter { $0.fault == id })
        }
        for waiter in waiters { waiter.continuation.yield(()) }
        return removed
    }

    /// Lets calls go on that hang on a fault, or on any at a point.
    ///
    /// - Returns: how many; nil when there is no such fault.
    func release(_ name: String) -> Int? {
        let waiters = state.withLock { state -> [Waiter]? in
            let ids = state.table.entries.map(\.fault).filter { $0.id == name || $0.point.rawValue == name }.map(\.id)
            return ids.isEmpty ? nil : state.waiters.values.filter { ids.contains($0.fault) && $0.isHanging }
        }
        for waiter in waiters ?? [] { waiter.continuation.yield(()) }
        return waiters?.count
    }

    /// Tells what happens to a call.
    ///
    /// - Parameters:
    ///   - names: What the app may be called; the first that a fault names counts.
    ///   - includingEverywhere: Whether faults at `service.any` strike, too.
    func strike(
        at point: FaultPoint, names: [String], now: Int64, includingEverywhere: Bool = true
    ) -> (strike: FaultTable.Strike, fault: Fault)? {
        state.withLock { state in
            let named = Set(state.table.entries.compactMap(\.fault.application))
            var random = state.random
            defer { state.random = random }
            let strike = state.table.strike(
                at: point, application: names.first { named.contains($0) }, now: now, includingEverywhere: includingEverywhere
            ) { Int64.random(in: 0...max(0, $0), using: &random) }
            guard let strike, let entry = state.table.entries.first(where: { $0.fault.id == strike.id }) else { return nil }
            return (strike, entry.fault)
        }
    }

    /// Waits until a fault lets the call go on.
    ///
    /// - Parameters:
    ///   - milliseconds: How long at most; nil hangs.
    ///   - channel: The call's connection.
    /// - Returns: Whether to go on; not so when the client has left, or the service shuts down.
    func wait(on fault: String, milliseconds: Int64?, channel: any Channel) async -> Bool {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let ticket = state.withLock { state -> Int64? in
            // A fault that was removed in between holds nobody up.
            guard state.table.entries.contains(where: { $0.fault.id == fault }), state.waiters.count < Self.waiterLimit else {
                return nil
            }
            state.lastWaiter += 1
            state.waiters[state.lastWaiter] = Waiter(
                fault: fault, isHanging: milliseconds == nil, continuation: continuation)
            return state.lastWaiter
        }
        guard let ticket else { return true }
        let end = milliseconds.map {
            MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .milliseconds($0)) { continuation.yield(()) }
        }
        defer {
            end?.cancel()
            state.withLock { $0.waiters[ticket] = nil }
            continuation.finish()
        }
        DepartureHandler.watch(channel) { continuation.finish() }
        for await _ in stream.cancelOnGracefulShutdown() { return true }
        return false
    }
}
