import EntitlementCore
import Synchronization

/// Keeps the state: readers decide on it under a short lock, one writer at a time changes it, disk first.
final class StateKeeper: Sendable {
    private let state: Mutex<EntitlementState>
    private let writer: Writer

    init(store: any TokenStore, state: EntitlementState) {
        self.state = Mutex(state)
        writer = Writer(store: store)
    }

    /// Looks at the state.
    func read<Value: Sendable>(_ body: @Sendable (borrowing EntitlementState) -> Value) -> Value {
        state.withLock { body($0) }
    }

    /// Decides an event and writes what it changes.
    ///
    /// An event that changes nothing, as most do, never waits for the writer. Any other is decided again when its turn to write
    /// has come, because another may have been written in between.
    func decide<Event: EntitlementEvent>(
        _ event: Event, context: @escaping @Sendable () -> DecisionContext
    ) async throws -> Result<Event.Answer, Refusal> {
        let outcome = outcome(of: event, context())
        if outcome.changes.isEmpty { return outcome.result }
        return try await writer.run { store in
            let outcome = self.outcome(of: event, context())
            let durable = outcome.changes.filter(\.isDurable)
            if !durable.isEmpty { try store.commit(durable) }
            self.state.withLock { state in
                for change in outcome.changes { state.apply(change) }
            }
            return outcome.result
        }
    }

    private struct Outcome<Answer: Sendable>: Sendable {
        var result: Result<Answer, Refusal>
        var changes: [Change]
    }

    private func outcome<Event: EntitlementEvent>(of event: Event, _ context: DecisionContext) -> Outcome<Event.Answer> {
        state.withLock { state in
            do throws(Refusal) {
                let decision = try event.decide(state, context)
                return Outcome(result: .success(decision.answer), changes: decision.changes)
            } catch {
                return Outcome(result: .failure(error), changes: error.changes)
            }
        }
    }
}

/// The one that writes; its work runs to its end before the next begins.
private actor Writer {
    private let executor = SerialQueueExecutor(label: "org.vsasim.entitlementd.writer")
    private let store: any TokenStore

    init(store: any TokenStore) {
        self.store = store
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Value: Sendable>(_ work: @Sendable (any TokenStore) throws -> Value) throws -> Value { try work(store) }
}
