import AccountCore
import DBus
import Synchronization

/// The connections that are told every entry of the journal as it comes: `JournalAdded`, to them alone.
final class JournalMonitors: Sendable {
    private struct State {
        var monitors: Set<BusName> = []
        /// What they have not been told yet.
        var waiting: [JournalEntry] = []
        var isScheduled = false
    }

    /// How many there may be.
    static let maximumCount = 64
    /// How many entries wait for the bus at most; when there are more the older half is not told, and leaves a gap in the numbers.
    private static let capacity = 2_048

    private let state = Mutex(State())
    private let isActive = Atomic(false)
    private let bus: BusReference?

    /// - Parameter bus: Where they are; nil where there is no bus.
    init(bus: BusReference?) {
        self.bus = bus
    }

    /// Begins or ends telling a connection. Called on the bus thread, so that nothing comes between a connection's call and its
    /// leaving the bus.
    ///
    /// - Throws: `ErrorReply` (LimitsExceeded).
    func set(_ monitor: BusName, isOn: Bool) throws(ErrorReply) {
        guard isOn else { return remove(monitor) }
        let isAccepted = state.withLock { state in
            guard state.monitors.contains(monitor) || state.monitors.count < Self.maximumCount else { return false }
            state.monitors.insert(monitor)
            isActive.store(true, ordering: .relaxed)
            return true
        }
        guard isAccepted else {
            throw ErrorReply(.limitsExceeded, message: "at most \(Self.maximumCount) connections monitor the journal")
        }
    }

    /// Forgets a connection that has left the bus.
    func remove(_ monitor: BusName) {
        state.withLock { state in
            state.monitors.remove(monitor)
            guard state.monitors.isEmpty else { return }
            state.waiting = []
            isActive.store(false, ordering: .relaxed)
        }
    }

    /// Tells an entry. Never waits.
    func add(_ entry: @autoclosure () -> JournalEntry) {
        guard isActive.load(ordering: .relaxed) else { return }
        let mustSchedule = state.withLock { state in
            guard !state.monitors.isEmpty else { return false }
            if state.waiting.count == Self.capacity { state.waiting.removeFirst(Self.capacity / 2) }
            state.waiting.append(entry())
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule() }
    }

    /// Everything that has gathered until the bus thread has time goes out at once.
    private func schedule() {
        Task { [weak self] in
            guard let self, let connection = bus?.connection else { return }
            await deliver(on: connection)
        }
    }

    private func deliver(on connection: isolated Connection) {
        let (monitors, entries) = state.withLock { state in
            defer {
                state.waiting = []
                state.isScheduled = false
            }
            return (state.monitors, state.waiting)
        }
        for entry in entries {
            let details = entry.details
            for monitor in monitors {
                attempt {
                    try connection.emit(
                        path: BusNames.control, interface: BusNames.controlInterface, member: "JournalAdded",
                        arguments: [details], to: monitor)
                }
            }
        }
    }
}
