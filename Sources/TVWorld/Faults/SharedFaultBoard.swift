import Synchronization

/// The faults of a daemon as its calls meet them: each call that a fault holds up waits in its own task, so that no other call
/// notices. They are kept in memory only.
///
/// Whether there are any is one atomic flag, so that a call without faults takes no lock.
public final class SharedFaultBoard: Sendable {
    /// Starts a timer that calls back after so many milliseconds, and returns what stops it.
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

        /// Those who wait with these tickets, and do so no more.
        mutating func take(_ tickets: [UInt64]) -> [Waiter] { tickets.compactMap { waiters.removeValue(forKey: $0) } }
    }

    private let state: Mutex<State>
    private let isAnyInForce = Atomic(false)
    private let timer: Timer

    /// No faults.
    ///
    /// - Parameter side: The daemon.
    public init(side: FaultPoint.Side, timer: @escaping Timer) {
        state = Mutex(State(board: FaultBoard(side: side)))
        self.timer = timer
    }

    /// Whether there are faults. Without any a call goes its usual way.
    public var areInForce: Bool { isAnyInForce.load(ordering: .relaxed) }

    /// The faults with their counts, to be put back.
    public var table: FaultTable { state.withLock { $0.board.table } }

    /// The faults with what they have done, the oldest first.
    ///
    /// - Parameter now: Milliseconds of the daemon's clock, as in all calls here.
    public func records(now: Int64) -> [FaultRecord] { state.withLock { $0.board }.records(now: now) }

    /// Whether there is a fault at a point.
    public func has(_ point: FaultPoint) -> Bool { areInForce && table.entries.contains { $0.fault.point == point } }

    /// Whether there is a fault of one app only.
    public var namesApplications: Bool { table.entries.contains { $0.fault.application != nil } }

    /// How many calls wait, now and after each change.
    public func waitingCounts() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        state.withLock { state in
            continuation.yield(state.waiters.count)
            state.observers.append(continuation)
        }
        return stream
    }

    /// Adds a fault; one without a name gets one.
    ///
    /// - Returns: The fault, and whether it was not there before.
    /// - Throws: ``FaultProblem``
    public func add(_ record: FaultRecord, now: Int64) throws(FaultProblem) -> (fault: Fault, isNew: Bool) {
        try state.withLock { state throws(FaultProblem) in
            let added = try state.board.add(record, now: now)
            isAnyInForce.store(true, ordering: .relaxed)
            return added
        }
    }

    /// Decides what happens to a call; nil when nothing goes wrong.
    ///
    /// - Parameters:
    ///   - names: What the app may be called; the first that a fault names counts.
    ///   - includingEverywhere: Whether faults at every point of the daemon strike, too; not so at a second point of one call.
    public func strike(
        at point: FaultPoint, names: [String], now: Int64, includingEverywhere: Bool = true
    ) -> FaultTable.Strike? {
        guard areInForce else { return nil }
        return state.withLock {
            $0.board.strike(at: point, names: names, now: now, includingEverywhere: includingEverywhere)
        }
    }

    /// Releases the calls that hang because of a fault, or at a point; nil when there is no such fault.
    ///
    /// - Returns: The first fault that is meant, and how many calls go on.
    public func release(_ name: String) -> (fault: Fault?, count: Int)? {
        let (released, waiters) = state.withLock { state in
            let released = state.board.release(name)
            return (released, state.take(released?.tickets ?? []))
        }
        Self.resume(waiters)
        return released.map { ($0.fault, $0.tickets.count) }
    }

    /// Removes a fault, or all for nil; the calls that wait because of it go on.
    ///
    /// - Returns: What was removed.
    public func remove(_ id: String?) -> [Fault] { change { $0.remove(id) } }

    /// Puts other faults in the place of all, in one step, and restarts the random numbers. The calls that wait go on.
    ///
    /// - Parameter seed: Makes the jitter reproducible; nil: it is not.
    /// - Returns: What was removed.
    public func replace(by table: FaultTable, seed: UInt64?) -> [Fault] { change { $0.replace(by: table, seed: seed) } }

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

/// The calls that wait.
extension SharedFaultBoard {
    /// Waits as long as a strike asks for: its delay, then until it is released when it hangs.
    ///
    /// - Parameters:
    ///   - point: Where it struck.
    ///   - owner: Who waits for the answer; see ``leave(_:)``.
    ///   - began: Called with the ticket of each wait.
    /// - Returns: Whether to go on; not so when the task was cancelled, or nobody waits for the answer any more.
    public func hold(
        _ strike: FaultTable.Strike, at point: FaultPoint, owner: String? = nil, began: @Sendable (UInt64) -> Void = { _ in }
    ) async -> Bool {
        if strike.delay > 0 {
            guard await wait(on: strike.id, at: point, milliseconds: strike.delay, owner, began) else { return false }
        }
        guard strike.effect == .hang else { return true }
        return await wait(on: strike.id, at: point, milliseconds: nil, owner, began)
    }

    /// Ends the waiting of a call whose caller has left.
    public func leave(ticket: UInt64) { end(ticket, goesOn: false) }

    /// Ends the waiting of everybody who waits for an owner that has left.
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
                    // Asked under the lock: a cancellation from now on finds the waiter.
                    if Task.isCancelled {
                        _ = state.board.end(ticket)
                        return false
                    }
                    // The fault was released or removed in between.
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
            // Who has a ticket and does not wait yet asks for its cancellation itself.
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
