import Synchronization

/// The faults of a daemon, and the calls that they delay: each of these waits in its own task and does not affect other calls.
/// They are kept in memory only. Times are passed in.
///
/// An atomic flag indicates whether there are any, so that a call without faults acquires no lock.
public final class FaultBoard: Sendable {
    /// A function that starts a timer, which calls back after a number of milliseconds, and returns a function that stops it.
    public typealias Timer = @Sendable (Int64, @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// A waiting call.
    private struct Wait: Sendable {
        /// The fault's name.
        var fault: String
        /// The place where the fault took effect.
        var point: FaultPoint
        /// Whether only a release or the end of the fault ends the wait.
        var isHanging: Bool
        var owner: String?
        var continuation: CheckedContinuation<Bool, Never>
        var stopTimer: (@Sendable () -> Void)?
    }

    private struct State: Sendable {
        var table = FaultTable()
        /// The waiting calls, by their tickets.
        var waits: [UInt64: Wait] = [:] {
            didSet {
                let count = waits.count
                observers.removeAll { if case .terminated = $0.yield(count) { true } else { false } }
            }
        }
        var observers: [AsyncStream<Int>.Continuation] = []
        var random = SeededGenerator(seed: nil)
        var lastName = 0
        var lastTicket: UInt64 = 0

        /// Returns a name that no other fault of either daemon has. The device never reuses one; the service reuses those of
        /// removed faults.
        mutating func freeName(at side: FaultPoint.Side) -> String {
            if side == .service { lastName = 0 }
            repeat { lastName += 1 } while table["\(side.rawValue)-fault-\(lastName)"] != nil
            return "\(side.rawValue)-fault-\(lastName)"
        }

        /// Removes and returns the waits for which a condition holds, the oldest first.
        mutating func end(where isMeant: (Wait) -> Bool) -> [Wait] {
            waits.filter { isMeant($0.value) }.keys.sorted().compactMap { waits.removeValue(forKey: $0) }
        }
    }

    private let side: FaultPoint.Side
    private let state = Mutex(State())
    private let isAnyInForce = Atomic(false)
    private let timer: Timer

    /// The maximum number of waiting calls at the service; any further call proceeds at once.
    private static let waitLimit = 1_024

    /// Creates an empty board.
    ///
    /// - Parameter side: The daemon.
    public init(side: FaultPoint.Side, timer: @escaping Timer) {
        self.side = side
        self.timer = timer
    }

    /// Whether there are faults. Otherwise, calls take their usual path.
    public var areInForce: Bool { isAnyInForce.load(ordering: .relaxed) }

    /// The faults with their counts, for restoring them.
    public var table: FaultTable { state.withLock { $0.table } }

    /// Returns the faults with their effects so far, the oldest first. At the device, calls that a fault delays also count as
    /// waiting.
    ///
    /// - Parameter now: Milliseconds of the daemon's clock, as in all calls here.
    public func records(now: Int64) -> [FaultRecord] {
        let state = state.withLock { $0 }
        return state.table.entries.map { entry in
            var record = FaultRecord(entry.fault)
            (record.seen, record.struck) = (Int64(entry.seen), Int64(entry.struck))
            record.waiting = Int64(state.waits.values.count { $0.fault == record.id && (side == .device || $0.isHanging) })
            record.usedUp = entry.isUsedUp(now: now)
            return record
        }
    }

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
            continuation.yield(state.waits.count)
            state.observers.append(continuation)
        }
        return stream
    }

    /// Adds a fault, and assigns a name if it has none. At the device, adding an existing fault has no effect.
    ///
    /// - Returns: The fault, and whether it is new.
    /// - Throws: ``FaultProblem``
    public func add(_ record: FaultRecord, now: Int64) throws(FaultProblem) -> (fault: Fault, isNew: Bool) {
        try state.withLock { state throws(FaultProblem) in
            var record = record
            if record.id.isEmpty { record.id = state.freeName(at: side) }
            let fault = try Fault(record, at: side)
            if side == .device, state.table[fault.id] == fault { return (fault, false) }
            try state.table.add(fault, now: now)
            isAnyInForce.store(true, ordering: .relaxed)
            return (fault, true)
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
        return state.withLock { state in
            let named = Set(state.table.entries.compactMap(\.fault.application))
            var random = state.random
            defer { state.random = random }
            return state.table.strike(
                at: point, application: names.first { named.contains($0) }, now: now, includingEverywhere: includingEverywhere
            ) { Int64.random(in: 0...max(0, $0), using: &random) }
        }
    }

    /// Releases the calls that hang because of a fault, or at a point; nil if the fault does not exist. At the device, a point
    /// also includes calls there that a fault at every point affected.
    ///
    /// - Returns: The first matching fault, and the number of calls that proceed.
    public func release(_ name: String) -> (fault: Fault?, count: Int)? {
        let point = FaultPoint(named: name)
        let (meant, waits) = state.withLock { state in
            let meant = state.table.entries.map(\.fault).filter { $0.id == name || $0.point == point }
            let waits = state.end { wait in
                wait.isHanging && (side == .device && wait.point == point || meant.contains { $0.id == wait.fault })
            }
            return (meant, waits)
        }
        Self.resume(waits)
        return meant.isEmpty && waits.isEmpty ? nil : (meant.first, waits.count)
    }

    /// Removes a fault, or all if the name is nil; the calls that wait because of it proceed.
    ///
    /// - Returns: The removed faults.
    public func remove(_ id: String?) -> [Fault] { change { $0.table.remove { id == nil || $0.id == id } } }

    /// Replaces all faults in one step, and restarts the random numbers. Waiting calls proceed.
    ///
    /// - Parameter seed: Makes the jitter reproducible; nil for random jitter.
    /// - Returns: The removed faults.
    public func replace(by table: FaultTable, seed: UInt64?) -> [Fault] {
        change { state in
            let removed = state.table.entries.map(\.fault)
            (state.table, state.random) = (table, SeededGenerator(seed: seed))
            return removed
        }
    }

    /// Adopts the faults of the service's other nodes, with their counts; the calls whose fault was removed proceed.
    public func adopt(_ table: FaultTable) {
        _ = change { state in
            state.table = table
            return []
        }
    }

    /// Changes the faults. The calls that wait because of a removed one proceed, even if another one now has its name.
    private func change(_ change: (inout State) -> [Fault]) -> [Fault] {
        let (removed, waits) = state.withLock { state in
            let removed = change(&state)
            let table = state.table
            isAnyInForce.store(!table.isEmpty, ordering: .relaxed)
            let waits = state.end { wait in table[wait.fault] == nil || removed.contains { $0.id == wait.fault } }
            return (removed, waits)
        }
        Self.resume(waits)
        return removed
    }
}

/// The waiting calls.
extension FaultBoard {
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
    public func leave(_ owner: String) { Self.resume(state.withLock { $0.end { $0.owner == owner } }, goesOn: false) }

    private func wait(
        on fault: String, at point: FaultPoint, milliseconds: Int64?, _ owner: String?, _ began: @Sendable (UInt64) -> Void
    ) async -> Bool {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> Bool? in
                    // Checked under the lock: a later cancellation finds the wait.
                    if Task.isCancelled { return false }
                    // The fault was removed in the meantime, or too many calls are waiting.
                    guard state.table[fault] != nil, side == .device || state.waits.count < Self.waitLimit else { return true }
                    state.waits[ticket] = Wait(
                        fault: fault, point: point, isHanging: milliseconds == nil, owner: owner, continuation: continuation)
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
            state.waits[ticket]?.stopTimer = stop
            return state.waits[ticket] == nil
        }
        if isOver { stop() }
    }

    private func end(_ ticket: UInt64, goesOn: Bool) {
        let wait = state.withLock { $0.waits.removeValue(forKey: ticket) }
        if let wait { Self.resume([wait], goesOn: goesOn) }
    }

    private static func resume(_ waits: [Wait], goesOn: Bool = true) {
        for wait in waits {
            wait.stopTimer?()
            wait.continuation.resume(returning: goesOn)
        }
    }
}
