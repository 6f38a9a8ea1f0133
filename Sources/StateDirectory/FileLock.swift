import Glibc
import Synchronization

/// The lock of a file (`flock`), which ends with the process at the latest.
package final class FileLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Takes the lock, and makes its file if there is none.
    ///
    /// - Returns: nil when another process, or another part of this one, has it.
    package init?(_ path: String) throws(SystemFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFailure() }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Leaves the lock to others.
    package func release() {
        let descriptor = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let descriptor else { return }
        // A child process that is being started may hold a copy of the descriptor: closing would not be enough.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether somebody has the lock at this moment.
    package static func isTaken(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
