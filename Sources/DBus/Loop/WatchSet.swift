import CDBus
import Glibc

/// The file descriptors that libdbus watches, and their entries for `poll`. Confined to the loop thread.
final class WatchSet {
    private var watches: [OpaquePointer] = []
    private var descriptors: [pollfd] = []

    /// The functions for `dbus_…_set_watch_functions`; their data is this object.
    static let add: DBusAddWatchFunction = { watch, data in
        guard let watch, let data else { return 0 }
        Unmanaged<WatchSet>.fromOpaque(data).takeUnretainedValue().watches.append(watch)
        return 1
    }
    static let remove: DBusRemoveWatchFunction = { watch, data in
        guard let watch, let data else { return }
        Unmanaged<WatchSet>.fromOpaque(data).takeUnretainedValue().watches.removeAll { $0 == watch }
    }
    /// Does nothing: `prepare` queries every watch each time.
    static let toggled: DBusWatchToggledFunction = { _, _ in }

    /// Builds the list for `poll`. Several watches may share a descriptor, which is listed once.
    func prepare(wakeDescriptor: CInt) {
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0))
        for watch in watches where dbus_watch_get_enabled(watch) != 0 {
            let flags = dbus_watch_get_flags(watch)
            var events: Int16 = 0
            if flags & DBUS_WATCH_READABLE.rawValue != 0 { events |= Int16(POLLIN) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events |= Int16(POLLOUT) }
            let descriptor = dbus_watch_get_unix_fd(watch)
            if let index = descriptors.indices.dropFirst().first(where: { descriptors[$0].fd == descriptor }) {
                descriptors[index].events |= events
            } else {
                descriptors.append(pollfd(fd: descriptor, events: events, revents: 0))
            }
        }
    }

    /// Waits for the listed descriptors.
    /// - Returns: Whether the wake descriptor is readable.
    func poll(milliseconds: CInt) -> Bool {
        let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        if count <= 0 {
            for index in descriptors.indices { descriptors[index].revents = 0 }
            return false
        }
        return descriptors[0].revents != 0
    }

    /// Reports the ready descriptors to libdbus.
    func handleReady() {
        // Handling a watch can remove others and free their memory.
        for watch in watches where watches.contains(watch) && dbus_watch_get_enabled(watch) != 0 {
            let descriptor = dbus_watch_get_unix_fd(watch)
            guard let entry = descriptors.dropFirst().first(where: { $0.fd == descriptor }), entry.revents != 0 else { continue }
            let wanted = dbus_watch_get_flags(watch)
            var flags: CUnsignedInt = 0
            if entry.revents & Int16(POLLIN) != 0 { flags |= DBUS_WATCH_READABLE.rawValue & wanted }
            if entry.revents & Int16(POLLOUT) != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue & wanted }
            if entry.revents & Int16(POLLERR) != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
            if entry.revents & Int16(POLLHUP) != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
            if flags != 0 { dbus_watch_handle(watch, flags) }
        }
    }

    /// Makes libdbus read more of the data that has arrived, 4 KiB at a time, without waiting for it.
    ///
    /// - Parameters:
    ///   - pieces: The maximum number of reads.
    ///   - isWanted: Returns whether to continue; called before each read.
    func readMore(pieces: Int, while isWanted: () -> Bool) {
        let readable = DBUS_WATCH_READABLE.rawValue
        var rest = pieces
        while rest > 0, isWanted() {
            let watch = watches.first { dbus_watch_get_enabled($0) != 0 && dbus_watch_get_flags($0) & readable != 0 }
            var count: CInt = 0
            guard let watch, ioctl(dbus_watch_get_unix_fd(watch), UInt(FIONREAD), &count) == 0, count > 0 else { return }
            let arrived = min(rest, (Int(count) + 4_095) / 4_096)
            rest -= arrived
            // Handling a watch can remove it and free its memory.
            for _ in 0..<arrived where isWanted() && watches.contains(watch) && dbus_watch_get_enabled(watch) != 0 {
                if dbus_watch_handle(watch, readable) == 0 { return }
            }
        }
    }
}
