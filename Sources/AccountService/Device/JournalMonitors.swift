import AccountCore
import DBus
import DeviceInterfaces
import Synchronization

/// The connections that receive every new journal entry with `JournalAdded`, which is sent only to them.
final class JournalMonitors: Sendable {
    private struct State {
        var monitors: Set<BusName> = []
        /// The entries that have not been sent yet.
        var waiting: [JournalEntry] = []
        var isScheduled = false
    }

    /// The maximum number of monitors.
    static let maximumCount = 64
    /// The maximum number of entries that wait for the bus; if it is exceeded, the older half is discarded, which leaves a gap in
    /// the numbers.
    private static let capacity = 2_048

    private let state = Mutex(State())
    private let isActive = Atomic(false)
    private let bus: WeakConnection

    /// - Parameter bus: The bus of the monitors.
    init(bus: WeakConnection) {
        self.bus = bus
    }

    /// Starts or stops sending entries to a connection. Called on the bus thread, so that the connection's departure is handled
    /// afterwards.
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
            throw ErrorReply(.limitsExceeded, message: "at most \(Self.maximumCount) connections can monitor the journal")
        }
    }

    /// Removes a connection that has left the bus.
    func remove(_ monitor: BusName) {
        state.withLock { state in
            state.monitors.remove(monitor)
            guard state.monitors.isEmpty else { return }
            state.waiting = []
            isActive.store(false, ordering: .relaxed)
        }
    }

    /// Adds an entry to be sent. Never blocks.
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

    /// Schedules sending of all entries that have accumulated when the bus thread becomes available.
    private func schedule() {
        Task { [weak self] in
            guard let self, let connection = bus.connection else { return }
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
                connection.announce(
                    ControlInterface.Member.journalAdded, of: ControlInterface.name, at: ControlInterface.path, [details],
                    to: monitor)
            }
        }
    }
}
