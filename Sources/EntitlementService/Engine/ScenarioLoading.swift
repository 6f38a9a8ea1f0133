import EntitlementCore
import Synchronization
import TVWorld

/// Loading of scenarios and snapshots: the prepared ones, and the rollback of the last load.
final class ScenarioLoading: Sendable {
    /// All that a scenario replaces.
    struct Memento: Sendable {
        var records: [any StoredRecord]
        var faults: FaultTable
        var clock: ClockSetting
    }

    /// A prepared load.
    enum Prepared: Sendable {
        case scenario(Scenario)
        case snapshot(Memento)
    }

    /// The rollback of the last load.
    struct Undo: Sendable {
        /// The number of the load.
        var generation: Int64
        /// The number of the previous load; 0: none.
        var previous: Int64
        /// All that there was before.
        var memento: Memento
        /// Whether it is rolled back unless it is confirmed.
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

    /// The prepared load with a number; nil if there is none.
    func prepared(_ generation: Int64) -> Prepared? {
        state.withLock { state in state.prepared.first { $0.generation == generation }?.content }
    }

    /// Whether a number was ever assigned.
    func wasPrepared(_ generation: Int64) -> Bool { state.withLock { generation > 0 && generation <= $0.latest } }

    /// Discards a prepared load; false if there is none with the number.
    func forget(_ generation: Int64) -> Bool {
        state.withLock { state in
            let count = state.prepared.count
            state.prepared.removeAll { $0.generation == generation }
            return state.prepared.count < count
        }
    }

    /// Stores the rollback of a load. Loads that were prepared earlier are discarded, because they are outdated.
    func keep(_ undo: Undo) {
        state.withLock { state in
            state.undo = undo
            state.prepared.removeAll { $0.generation <= undo.generation }
        }
    }

    /// Makes the last load final.
    ///
    /// - Returns: The number of the previous load; nil if another one was loaded last.
    func confirm(_ generation: Int64) -> Int64? {
        state.withLock { state in
            guard state.undo?.generation == generation else { return nil }
            state.undo?.isProvisional = false
            return state.undo?.previous
        }
    }

    /// The rollback of the last load.
    var undo: Undo? { state.withLock { $0.undo } }

    /// The rollback of the last load, unless it was confirmed.
    var provisional: Undo? { undo.flatMap { $0.isProvisional ? $0 : nil } }

    /// The way back has been gone.
    func forgetUndo(of generation: Int64) {
        state.withLock { state in
            if state.undo?.generation == generation { state.undo = nil }
        }
    }
}
