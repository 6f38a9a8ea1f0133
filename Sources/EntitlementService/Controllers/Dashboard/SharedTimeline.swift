import Synchronization
import TVWorld

/// The events of the device and of apps that others share with the dashboard: the newest entries, in memory.
///
/// The service never reads the device's data. A program with access to both sends the entries while the dashboard is open.
final class SharedTimeline: Sendable {
    private struct State {
        var entries: [(number: Int64, entry: TimelineEntry)] = []
        var last: Int64 = 0
        var lastCall: ContinuousClock.Instant?
        var device: SharedDevice?
    }

    static let limit = 1_000
    /// The time after its last call for which a sharing program counts as connected.
    private static let patience = Duration.seconds(60)

    private let state = Mutex(State())
    /// Woken when there are new entries or states.
    let wakes = AsyncNotification()

    /// Adds entries. One replaces another with the same number: a device that shares again sends known entries first.
    func add(_ entries: [TimelineEntry]) {
        state.withLock { state in
            state.lastCall = .now
            for entry in entries {
                if let index = state.entries.firstIndex(where: { $0.entry.id == entry.id }) {
                    if state.entries[index].entry == entry { continue }
                    state.entries.remove(at: index)
                }
                state.last += 1
                state.entries.append((state.last, entry))
            }
            if state.entries.count > Self.limit { state.entries.removeFirst(state.entries.count - Self.limit) }
        }
        wakes.wake()
    }

    /// Shows a state of the device, in place of the previous one.
    func show(_ device: SharedDevice) {
        state.withLock { state in
            state.lastCall = .now
            let number = (state.device?.number ?? 0) + 1
            state.device = device
            state.device?.number = number
        }
        wakes.wake()
    }

    /// The state of the device; nil if none was shared.
    var device: SharedDevice? { state.withLock { $0.device } }

    /// Returns the entries after a number, and the number of the last one.
    func entries(after number: Int64 = 0) -> (entries: [TimelineEntry], last: Int64) {
        state.withLock { state in
            (state.entries.drop { $0.number <= number }.map(\.entry), state.last)
        }
    }

    /// Whether a program shares events: it waits for viewers, or did so recently.
    var isShared: Bool {
        state.withLock { $0.lastCall.map { ContinuousClock.now - $0 < Self.patience } ?? false }
    }

    /// Records that a program starts or stops waiting for viewers. One wait is shorter than the time for which it counts as
    /// connected.
    func noteCall() { state.withLock { $0.lastCall = .now } }
}
