import Synchronization

/// The faults of a daemon, shared by its calls: each call that a fault delays waits in its own task and does not affect other
/// calls. They are kept in memory only.
///
/// An atomic flag indicates whether there are any, so that a call without faults acquires no lock.
public final class SharedFaultBoard: Sendable {
    /// Starts a timer that calls back after a number of milliseconds, and returns a function that stops it.
    public typealias Timer = @Sendable (Int64, @escaping @Sendable () -> Void) -> @Sendable () -> Void

    private struct Waiter: Sendable {
        var owner: String?
        var continuation: CheckedContinuation<Bool, Never>
        var stopTimer: (@Sendable () -> Void)?
    }

    private struct State {
        var board: FaultBoard
        var waiters: [UInt64: Waiter] = [:] {
            didSet {
                let count = waiters.count
                observers.removeAll { if case .terminated = $0.yield(count) { true } else { false } }
            }
        }
        var observers: [AsyncStream<Int>.Continuation] = []

        /// Removes and returns the waiters with these tickets.
        mutating func take(_ tickets: [UInt64]) -> [Waiter] { tickets.compactMap { waiters.removeValue(forKey: $0) } }
    }

    private let state: Mutex<State>
    private let isAnyInForce = Atomic(false)
    private let timer: Timer

    /// Creates an empty board.
    ///
    /// - Parameter side: The daemon.
    public init(side: FaultPoint.Side, timer: @escaping Timer) {
        state = Mutex(State(board: FaultBoard(side: side)))
        self.timer = timer
    }

    /// Whether there are faults. Otherwise, calls take their usual path.
    public var areInForce: Bool { isAnyInForce.load(ordering: .relaxed) }

    /// The faults with their counts, for restoring them.
    public var table: FaultTable { state.withLock { $0.board.table } }

    /// Returns the faults with their effects so far, the oldest first.
    ///
    /// - Parameter now: Milliseconds of the daemon's clock, as in all calls here.
    public func records(now: Int64) -> [FaultRecord] { state.withLock { $0.board }.records(now: now) }

    /// Returns whether a fault at a point, or at every point of its daemon, may affect a call.
    public func concerns(_ point: FaultPoint, includingEverywhere: Bool) -> Bool {
        areInForce
            && table.entries.contains { $0.fault.point == point || includingEverywhere && $0.fault.point == point.every }
    }

    /// Whether a fault is restricted to one app.
    public var namesApplications: Bool { table.entries.contains { $0.fault.application != nil } }

    /// Returns the number of waiting calls, now and after each change.
    public func waitingCounts() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        state.withLock { state in
            continuation.yield(state.waiters.count)
            state.observers.append(continuation)
        }
        return stream
    }

    /// Adds a fault, and assigns a name if it has none.
    ///
    /// - Returns: The fault, and whether it is new.
    /// - Throws: ``FaultProblem``
    public func add(_ record: FaultRecord, now: Int64) throws(FaultProblem) -> (fault: Fault, isNew: Bool) {
        try state.withLock { state throws(FaultProblem) in
            let added = try state.board.add(record, now: now)
            isAnyInForce.store(true, ordering: .relaxed)
            return added
        }
    }

    /// Decides what happens to a call; nil if it is not affected.
    ///
    /// - Parameters:
    ///   - names: The possible identifiers of the app; the first one that a fault names is used.
    ///   - includingEverywhere: Whether faults at every point of the daemon also apply; false at a second point of the same call.
    public func strike(
        at point: FaultPoint, names: [String], now: Int64, includingEverywhere: Bool = true
    ) -> FaultTable.Strike? {
        guard areInForce else { return nil }
        return state.withLock {
            $0.board.strike(at: point, names: names, now: now, includingEverywhere: includingEverywhere)
        }
    }

    /// Releases the calls that hang because of a fault, or at a point; nil if the fault does not exist.
    ///
    /// - Returns: The first matching fault, and the number of calls that proceed.
    public func release(_ name: String) -> (fault: Fault?, count: Int)? {
        let (released, waiters) = state.withLock { state in
            let released = state.board.release(name)
            return (released, state.take(released?.tickets ?? []))
        }
        Self.resume(waiters)
        return released.map { ($0.fault, $0.tickets.count) }
    }

    /// Removes a fault, or all if the name is nil; the calls that wait because of it proceed.
    ///
    /// - Returns: The removed faults.
    public func remove(_ id: String?) -> [Fault] { change { $0.remove(id) } }

    /// Replaces all faults in one step, and restarts the random numbers. Waiting calls proceed.
    ///
    /// - Parameter seed: Makes the jitter reproducible; nil for random jitter.
    /// - Returns: The removed faults.
    public func replace(by table: FaultTable, seed: UInt64?) -> [Fault] { change { $0.replace(by: table, seed: seed) } }

    /// Adopts the faults of the service's other nodes; the calls whose fault was removed proceed.
    public func adopt(_ table: FaultTable) { _ = change { ([], $0.adopt(table)) } }

    private func change(_ change: (inout FaultBoard) -> (faults: [Fault], tickets: [UInt64])) -> [Fault] {
        let (removed, waiters) = state.withLock { state in
            let removed = change(&state.board)
            isAnyInForce.store(!state.board.table.isEmpty, ordering: .relaxed)
            return (removed.faults, state.take(removed.tickets))
        }
        Self.resume(waiters)
        return removed
    }
}

/// The waiting calls.
extension SharedFaultBoard {
    /// Waits as long as a strike requires: for its delay, then, if it hangs, until it is released.
    ///
    /// - Parameters:
    ///   - point: The place where it took effect.
    ///   - owner: The recipient of the response; see ``leave(_:)``.
    ///   - began: Called with the ticket of each wait.
    /// - Returns: Whether to proceed; false if the task was cancelled, or the recipient of the response has left.
    public func hold(
        _ strike: FaultTable.Strike, at point: FaultPoint, owner: String? = nil, began: @Sendable (UInt64) -> Void = { _ in }
    ) async -> Bool {
        if strike.delay > 0 {
            guard await wait(on: strike.id, at: point, milliseconds: strike.delay, owner, began) else { return false }
        }
        guard strike.effect == .hang else { return true }
        return await wait(on: strike.id, at: point, milliseconds: nil, owner, began)
    }

    /// Ends the wait of a call whose caller has left.
    public func leave(ticket: UInt64) { end(ticket, goesOn: false) }

    /// Ends all waits of an owner that has left.
    public func leave(_ owner: String) {
        for ticket in state.withLock({ $0.waiters.filter { $0.value.owner == owner }.keys.sorted() }) {
            end(ticket, goesOn: false)
        }
    }

    private func wait(
        on fault: String, at point: FaultPoint, milliseconds: Int64?, _ owner: String?, _ began: @Sendable (UInt64) -> Void
    ) async -> Bool {
        let ticket = state.withLock { $0.board.wait(on: fault, at: point, isHanging: milliseconds == nil) }
        guard let ticket else { return !Task.isCancelled }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> Bool? in
                    // Checked under the lock: a later cancellation finds the waiter.
                    if Task.isCancelled {
                        _ = state.board.end(ticket)
                        return false
                    }
                    // The fault was released or removed in the meantime.
                    guard state.board.waits[ticket] != nil else { return true }
                    state.waiters[ticket] = Waiter(owner: owner, continuation: continuation)
                    return nil
                }
                if let result { return continuation.resume(returning: result) }
                if let milliseconds { startTimer(milliseconds, ticket) }
                began(ticket)
            }
        } onCancel: {
            end(ticket, goesOn: false)
        }
    }

    private func startTimer(_ milliseconds: Int64, _ ticket: UInt64) {
        let stop = timer(milliseconds) { [weak self] in self?.end(ticket, goesOn: true) }
        let isOver = state.withLock { state in
            state.waiters[ticket]?.stopTimer = stop
            return state.waiters[ticket] == nil
        }
        if isOver { stop() }
    }

    private func end(_ ticket: UInt64, goesOn: Bool) {
        let waiters = state.withLock { state in
            // A task that has a ticket but is not waiting yet checks for its cancellation itself.
            guard state.waiters[ticket] != nil, state.board.end(ticket) else { return [Waiter]() }
            return state.take([ticket])
        }
        Self.resume(waiters, goesOn: goesOn)
    }

    private static func resume(_ waiters: [Waiter], goesOn: Bool = true) {
        for waiter in waiters {
            waiter.stopTimer?()
            waiter.continuation.resume(returning: goesOn)
        }
    }
}
