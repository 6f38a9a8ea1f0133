import Dispatch
import Glibc

/// Reports changes to the files in a folder, using inotify.
final class FolderChanges: Sendable {
    /// A stream with an element after each change; simultaneous changes may share one.
    let wakes: AsyncStream<Void>
    private let end: @Sendable () -> Void

    /// The relevant events: changes to contents, and files that are created in the folder or moved into it.
    private static let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE)

    /// Watches a folder.
    ///
    /// - Throws: ``JournalUnreadable`` if the folder cannot be watched.
    init(folder: String) throws {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0, inotify_add_watch(descriptor, folder, Self.events) >= 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw JournalUnreadable(description: "cannot watch the folder \(folder): \(reason)")
        }
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakes = wakes
        end = { continuation.finish() }
        DispatchQueue(label: "folder-changes").async {
            // The descriptor belongs to this thread, which checks regularly whether anyone is still listening.
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let count = poll(&waiting, 1, Self.interval)
                if count < 0, errno != EINTR { break }
                while count > 0, read(descriptor, &buffer, 4_096) > 0 {}
                if case .terminated = continuation.yield(()) { break }
            }
            continuation.finish()
        }
    }

    /// The interval, in milliseconds, at which the thread checks for listeners. It also bounds the delay for changes that the
    /// kernel does not report, as on network file systems.
    private static let interval: Int32 = 1_000

    deinit { end() }
}
