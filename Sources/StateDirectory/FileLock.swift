import Glibc
import Synchronization

/// A lock on a file (`flock`), which is released at the latest when the process ends.
package final class FileLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Acquires the lock; creates its file if it does not exist.
    ///
    /// - Parameter isShared: Whether others may hold it too, if they share it.
    /// - Returns: nil if another process, or another part of this one, holds it.
    package init?(_ path: String, isShared: Bool = false) throws(SystemFailure) {
        // Without O_NONBLOCK, opening a device in its place could block, and in `isTaken` a pipe.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw SystemFailure() }
        guard flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            let failure = SystemFailure()
            close(descriptor)
            // A file system can also lack locks.
            guard failure.number == EWOULDBLOCK else { throw failure }
            return nil
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Releases the lock.
    package func release() {
        let descriptor = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let descriptor else { return }
        // A child process that is being started may hold a copy of the descriptor, so closing it is not enough.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The descriptor of the locked file, which is open as long as the lock is held; nil afterwards.
    package var heldDescriptor: Int32? { descriptor.withLock { $0 } }

    /// Returns whether the lock is currently held, and not shared.
    package static func isTaken(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
