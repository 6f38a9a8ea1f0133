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

    /// The way back from what was loaded last.
    struct Undo: Sendable {
        /// What was loaded.
        var generation: Int64
        /// The number of what was loaded before; 0: nothing.
        var previous: Int64
        /// All that there was before.
        var memento: Memento
        /// Whether it is taken back unless somebody confirms it.
        var isProvisional = false
    }

    private struct State {
        var latest: Int64 = 0
        var prepared: [(generation: Int64, content: Prepared)] = []
        var undo: Undo?
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

    /// What was prepared; nil if there is nothing of that number.
    func prepared(_ generation: Int64) -> Prepared? {
        state.withLock { state in state.prepared.first { $0.generation == generation }?.content }
    }

    /// Whether a number was given once.
    func wasPrepared(_ generation: Int64) -> Bool { state.withLock { generation > 0 && generation <= $0.latest } }

    /// Forgets what was prepared; false when there is nothing of that number.
    func forget(_ generation: Int64) -> Bool {
        state.withLock { state in
            let count = state.prepared.count
            state.prepared.removeAll { $0.generation == generation }
            return state.prepared.count < count
        }
    }

    /// Keeps the way back from what was loaded. What was made ready before it is out of date: whoever did has been overtaken.
    func keep(_ undo: Undo) {
        state.withLock { state in
            state.undo = undo
            state.prepared.removeAll { $0.generation <= undo.generation }
        }
    }

    /// Makes what was loaded last final.
    ///
    /// - Returns: The number of what was loaded before; nil if it is something else that was loaded last.
    func confirm(_ generation: Int64) -> Int64? {
        state.withLock { state in
            guard state.undo?.generation == generation else { return nil }
            state.undo?.isProvisional = false
            return state.undo?.previous
        }
    }

    /// The way back from what was loaded last.
    var undo: Undo? { state.withLock { $0.undo } }

    /// The same, if nobody has confirmed that.
    var provisional: Undo? { undo.flatMap { $0.isProvisional ? $0 : nil } }

    /// The way back has been gone.
    func forgetUndo(of generation: Int64) {
        state.withLock { state in
            if state.undo?.generation == generation { state.undo = nil }
        }
    }
}
