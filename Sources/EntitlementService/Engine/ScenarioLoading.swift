import EntitlementCore
import Synchronization
import TVWorld

/// Scenarios and snapshots on their way in: those that wait to be loaded, and the way back from what was loaded last.
final class ScenarioLoading: Sendable {
    /// All that a scenario replaces.
    struct Memento: Sendable {
        var records: [any StoredRecord]
        var faults: FaultTable
        var clock: ClockSetting
    }

    /// What waits to be loaded.
    enum Prepared: Sendable {
        case scenario(Scenario)
        case snapshot(Memento)
    }

    private struct State {
        var latest: Int64 = 0
        var prepared: [(generation: Int64, content: Prepared)] = []
        var undo: (generation: Int64, memento: Memento)?
    }

    private let state = Mutex(State())

    /// How many scenarios wait at a time; beyond it the oldest is forgotten.
    static let limit = 8

    /// Keeps a scenario or a snapshot ready; a snapshot, which may be large, in the place of one that is ready.
    ///
    /// - Parameter loaded: The number of the scenario that is loaded.
    /// - Returns: its number.
    func prepare(_ content: Prepared, after loaded: Int64) -> Int64 {
        state.withLock { state in
            state.latest = max(state.latest, loaded) + 1
            if case .snapshot = content {
                state.prepared.removeAll { if case .snapshot = $0.content { true } else { false } }
            }
            if state.prepared.count >= Self.limit { state.prepared.removeFirst() }
            state.prepared.append((state.latest, content))
            return state.latest
        }
    }

    /// What was prepared; nil when there is nothing of that number.
    func prepared(_ generation: Int64) -> Prepared? {
        state.withLock { state in state.prepared.first { $0.generation == generation }?.content }
    }

    /// Forgets what was prepared; false when there is nothing of that number.
    func forget(_ generation: Int64) -> Bool {
        state.withLock { state in
            let count = state.prepared.count
            state.prepared.removeAll { $0.generation == generation }
            return state.prepared.count < count
        }
    }

    /// Keeps the way back from a scenario that was loaded.
    func keep(_ memento: Memento, of generation: Int64) { state.withLock { $0.undo = (generation, memento) } }

    /// The way back from a scenario that was loaded last; it is there once.
    func takeMemento(of generation: Int64) -> Memento? {
        state.withLock { state in
            guard let undo = state.undo, undo.generation == generation else { return nil }
            state.undo = nil
            return undo.memento
        }
    }
}
