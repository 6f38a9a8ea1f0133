import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Reports possible changes to files by watching their folders, because editors replace a file with another one of the same name.
struct FileChanges: Sendable {
    /// The kind of changes to report.
    enum Kind: Sendable {
        /// A file is written and closed, or moved into the folder.
        case replacement
        /// Also a file that grows while it is open. The stream then has an element every second, too, because the kernel does not
        /// report changes on network file systems.
        case addition
    }

    /// A stream with an element whenever a file in the folders has changed, or a folder that was missing may have appeared;
    /// simultaneous changes may share one. Watching ends when its reader does.
    let happened: AsyncStream<Void>

    /// Watches the folders of some files.
    ///
    /// - Throws: `Failure` if the system cannot watch any more folders.
    init(of files: [String], _ kind: Kind = .replacement) throws(Failure) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Self.failure(files) }
        let folders = Set(files.flatMap { Self.folders(of: $0) }).sorted()
        // Twice: a missing folder may appear before the one above it is watched.
        for folder in folders + folders where !Self.watch(folder, kind, by: descriptor) {
            let failure = Self.failure(files)
            close(descriptor)
            throw failure
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let ending = Ending()
        continuation.onTermination = { _ in ending.hasCome.withLock { $0 = true } }
        DispatchQueue(label: "file-changes").async {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while !ending.hasCome.withLock({ $0 }) {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let hasChanged = poll(&waiting, 1, Self.interval) > 0
                while hasChanged, read(descriptor, &buffer, buffer.count) > 0 {}
                if hasChanged || kind == .addition { continuation.yield() }
            }
            close(descriptor)
        }
        happened = stream
    }

    /// Watches a folder; the nearest one above it if it is missing or cannot be read. Returns whether that was possible.
    private static func watch(_ folder: String, _ kind: Kind, by descriptor: Int32) -> Bool {
        var folder = folder
        var events = IN_CLOSE_WRITE | IN_MOVED_TO
        if kind == .addition { events |= IN_MODIFY | IN_CREATE }
        while inotify_add_watch(descriptor, folder, UInt32(events | IN_MASK_ADD)) < 0 {
            guard [ENOENT, ENOTDIR, EACCES].contains(errno), folder != "/" else { return false }
            folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
            events = IN_CREATE | IN_MOVED_TO
        }
        return true
    }

    /// Returns the folder of a file, and that of the file to which it is a symbolic link.
    private static func folders(of file: String) -> [String] {
        var paths = [file]
        if let target = realpath(file, nil) {
            paths.append(String(cString: target))
            free(target)
        }
        return paths.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    }

    private static func failure(_ files: [String]) -> Failure {
        Failure(.failed, "cannot watch \(files.joined(separator: ", ")): \(String(cString: strerror(errno)))")
    }

    /// The interval, in milliseconds, at which the watching thread checks whether anyone is still listening, and at which files
    /// that grow may have changed in any case.
    private static let interval: Int32 = 1_000

    /// Whether the receiver has stopped listening.
    private final class Ending: Sendable {
        let hasCome = Mutex(false)
    }
}
