import CDBus

/// The timers of libdbus, which repeat until they are removed. Confined to the loop thread.
final class TimeoutSet {
    private struct Entry {
        let timeout: OpaquePointer
        var due: ContinuousClock.Instant
    }

    private var entries: [Entry] = []

    /// The functions for `dbus_…_set_timeout_functions`; their data is this object.
    static let add: DBusAddTimeoutFunction = { timeout, data in
        guard let timeout, let data else { return 0 }
        let entry = Entry(timeout: timeout, due: nextDue(timeout))
        Unmanaged<TimeoutSet>.fromOpaque(data).takeUnretainedValue().entries.append(entry)
        return 1
    }
    static let remove: DBusRemoveTimeoutFunction = { timeout, data in
        guard let timeout, let data else { return }
        Unmanaged<TimeoutSet>.fromOpaque(data).takeUnretainedValue().entries.removeAll { $0.timeout == timeout }
    }
    /// A toggle may also change the interval.
    static let toggled: DBusTimeoutToggledFunction = { timeout, data in
        guard let timeout, let data else { return }
        let set = Unmanaged<TimeoutSet>.fromOpaque(data).takeUnretainedValue()
        for index in set.entries.indices where set.entries[index].timeout == timeout {
            set.entries[index].due = nextDue(timeout)
        }
    }

    /// The time at which the next enabled timer is due; nil if there is none.
    var nextDue: ContinuousClock.Instant? {
        entries.filter { dbus_timeout_get_enabled($0.timeout) != 0 }.map(\.due).min()
    }

    /// Runs the timers that are due.
    func handleDue() {
        if entries.isEmpty { return }
        let now = ContinuousClock.now
        for entry in entries where entry.due <= now {
            // An earlier timer of this iteration may have removed or changed this one.
            guard let index = entries.firstIndex(where: { $0.timeout == entry.timeout }) else { continue }
            guard dbus_timeout_get_enabled(entry.timeout) != 0 else { continue }
            entries[index].due = TimeoutSet.nextDue(entry.timeout)
            dbus_timeout_handle(entry.timeout)
        }
    }

    private static func nextDue(_ timeout: OpaquePointer) -> ContinuousClock.Instant {
        .now + .milliseconds(Int(dbus_timeout_get_interval(timeout)))
    }
}
