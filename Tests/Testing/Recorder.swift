import Synchronization
import VSATesting

/// Records events in order, and lets a test wait for them. Each event is returned once.
package final class Recorder<Event: Sendable>: Sendable {
    private struct Waiter {
        let accepts: @Sendable (Event) -> Bool
        let continuation: CheckedContinuation<Event?, Never>
    }

    private struct State {
        var all: [Event] = []
        var unclaimed: [Event] = []
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Creates a recorder without events.
    package init() {}

    /// All events so far, in order, including those that were already returned.
    package var events: [Event] { state.withLock { $0.all } }

    /// Records an event: passes it to the oldest waiting call that accepts it, or stores it.
    package func record(_ event: Event) {
        let waiter = state.withLock { state -> Waiter? in
            state.all.append(event)
            guard let (id, _) = state.waiters.filter({ $0.value.accepts(event) }).min(by: { $0.key < $1.key }) else {
                state.unclaimed.append(event)
                return nil
            }
            return state.waiters.removeValue(forKey: id)
        }
        waiter?.continuation.resume(returning: event)
    }

    /// Returns the first matching event that has not been returned yet: a recorded one, or else the next.
    ///
    /// - Throws: `DeadlinePassed` with all events if none arrives in time.
    package func next(
        _ what: String = "event", within limit: Duration = defaultDeadline,
        where accepts: @escaping @Sendable (Event) -> Bool = { _ in true }
    ) async throws -> Event {
        do {
            return try await VSATesting.within(limit, what) {
                guard let event = await self.take(accepts) else { throw CancellationError() }
                return event
            }
        } catch is DeadlinePassed {
            throw DeadlinePassed("no \(what) in time; recorded: \(events)")
        }
    }

    /// Returns the event, or nil if the task is cancelled.
    private func take(_ accepts: @escaping @Sendable (Event) -> Bool) async -> Event? {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Event?? = state.withLock { state in
                    if let index = state.unclaimed.firstIndex(where: accepts) { return .some(state.unclaimed.remove(at: index)) }
                    if state.cancelled.remove(id) != nil { return .some(nil) }
                    state.waiters[id] = Waiter(accepts: accepts, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: id)
                if waiter == nil { state.cancelled.insert(id) }
                return waiter
            }
            waiter?.continuation.resume(returning: nil)
        }
    }
}
