import EntitlementCore
import Synchronization
import TVWorld

/// Scenarios on their way in: those that wait to be loaded, and the way back from the one that was loaded last.
final class ScenarioLoading: Sendable {
    /// All that a scenario replaces.
    struct Memento: Sendable {
        var records: [any StoredRecord]
        var faults: FaultTable
        var clock: ClockSetting
    }

    private struct State {
        var latest: Int64 = 0
        var prepared: [(generation: Int64, scenario: Scenario)] = []
        var undo: (generation: Int64, memento: Memento)?
    }

    private let state = Mutex(State())

    /// How many scenarios wait at a time; beyond it the oldest is forgotten.
    static let limit = 8

    /// Keeps a scenario ready.
    ///
    /// - Parameter loaded: The number of the scenario that is loaded.
    /// - Returns: its number.
    func prepare(_ scenario: Scenario, after loaded: Int64) -> Int64 {
        state.withLock { state in
            state.latest = max(state.latest, loaded) + 1
            if state.prepared.count >= Self.limit { state.prepared.removeFirst() }
            state.prepared.append((state.latest, scenario))
            return state.latest
        }
    }

    /// A scenario that was prepared; nil when there is none of that number.
    func prepared(_ generation: Int64) -> Scenario? {
        state.withLock { state in state.prepared.first { $0.generation == generation }?.scenario }
    }

    /// Forgets a scenario that was prepared; false when there is none of that number.
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
