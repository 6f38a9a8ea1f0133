import DBus
import Synchronization

/// The queue of callers that load, with time limits: no caller waits forever, and no load keeps the turn forever.
final class LoadTurns: Sendable {
    private struct State {
        var line = LoadLine()
        /// Those who wait. They get their ticket.
        var waiting: [UInt64: CheckedContinuation<UInt64?, any Error>] = [:]
        /// The time limits of a wait and of a load.
        var limits: [UInt64: Task<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    private let wait: @Sendable (Pause) async -> Void

    init(wait: @escaping @Sendable (Pause) async -> Void) {
        self.wait = wait
    }

    /// Waits for the turn.
    ///
    /// - Returns: The ticket for `leave`; nil when the caller has the turn already.
    /// - Throws: `LoadRefusal`, or `CancellationError` if the caller has left the bus in the meantime.
    func enter(_ caller: BusName, for purpose: LoadLine.Purpose) async throws -> UInt64? {
        try await withCheckedThrowingContinuation { continuation in
            let entrance = state.withLock { state in
                let entrance = state.line.enter(caller, for: purpose)
                if case .waits(let ticket) = entrance {
                    state.waiting[ticket] = continuation
                    state.limits[ticket] = task(after: .turn) { $0.giveUpWaiting(ticket) }
                }
                return entrance
            }
            switch entrance {
            case .granted(let ticket): continuation.resume(returning: ticket)
            case .inside: continuation.resume(returning: nil)
            case .waits: break
            case .refused: continuation.resume(throwing: LoadRefusal.tooManyWaiting(LoadLine.limit))
            }
        }
    }

    /// Ends a load by `action` if it takes too long.
    func limit(_ ticket: UInt64, _ action: @escaping @Sendable () async -> Void) {
        let limit = task(after: .load) { _ in await action() }
        state.withLock { state in
            if state.line.holder?.ticket == ticket { state.limits[ticket] = limit } else { limit.cancel() }
        }
    }

    /// Admits no further calls of the load that has the turn, if it is the given one.
    ///
    /// - Returns: The ticket for `leave`.
    func close(where isMeant: (LoadLine.Member) -> Bool) -> UInt64? { state.withLock { $0.line.close(where: isMeant) } }

    /// Whether the turn is that of a load that was begun and not ended.
    var isLoading: Bool { state.withLock { $0.line.holder?.purpose == .load } }

    /// Gives the turn to the next one.
    func leave(_ ticket: UInt64?) {
        guard let ticket else { return }
        let next = state.withLock { state -> (CheckedContinuation<UInt64?, any Error>, UInt64)? in
            state.limits.removeValue(forKey: ticket)?.cancel()
            guard let next = state.line.leave(ticket), let continuation = state.waiting.removeValue(forKey: next.ticket) else {
                return nil
            }
            state.limits.removeValue(forKey: next.ticket)?.cancel()
            return (continuation, next.ticket)
        }
        next?.0.resume(returning: next?.1)
    }

    /// Ends the waiting of a caller that has left the bus.
    func forget(_ caller: BusName) { withdraw(throwing: CancellationError()) { $0.caller == caller } }

    private func giveUpWaiting(_ ticket: UInt64) { withdraw(throwing: LoadRefusal.anotherLoad) { $0.ticket == ticket } }

    private func withdraw(throwing error: any Error, where isMeant: (LoadLine.Member) -> Bool) {
        let withdrawn = state.withLock { state in
            state.line.withdraw(where: isMeant).compactMap { ticket in
                state.limits.removeValue(forKey: ticket)?.cancel()
                return state.waiting.removeValue(forKey: ticket)
            }
        }
        for continuation in withdrawn { continuation.resume(throwing: error) }
    }

    private func task(after pause: Pause, _ action: @escaping @Sendable (LoadTurns) async -> Void) -> Task<Void, Never> {
        Task { [weak self, wait] in
            await wait(pause)
            if !Task.isCancelled, let self { await action(self) }
        }
    }
}

/// The reason why a caller does not get the turn to load.
enum LoadRefusal: Error, Equatable, CustomStringConvertible {
    /// Another load has not ended.
    case anotherLoad
    /// Too many wait already.
    case tooManyWaiting(Int)
    /// The caller has not begun a load, or it was rolled back.
    case noLoad

    var description: String {
        switch self {
        case .anotherLoad: "another load has not ended in time; wait for it, or end the program that loads, and try again"
        case .tooManyWaiting(let limit): "\(limit) others wait to load already; try again when some of them have"
        case .noLoad:
            "this connection has no load in progress: it took too long and was rolled back, or vsad was restarted; load again"
        }
    }
}
