import Foundation
import ServiceAccess
import StateDirectory
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The lock of a storage folder, which all processes with the same folder respect. It is also released when its holder exits.
final class StoreLock: Sendable {
    /// The reason why the lock could not be acquired.
    struct Busy: Error, CustomStringConvertible {
        let description: String
    }

    private let path: String
    private let patience: Int64
    /// Whether the last wait failed: the next one is then short, so that an app is delayed only once.
    private let isHeldUp = Mutex(false)

    /// Creates the lock of a folder.
    ///
    /// - Parameter patience: The time limit for another process to release the lock, in milliseconds.
    init(folder: String, patience: Int64 = 5_000) {
        path = "\(folder)/.lock"
        self.patience = patience
    }

    /// Runs a closure while no other process with the same folder holds the lock.
    ///
    /// - Throws: ``Busy``, ``JSONFile/Failure``, or the error that `body` throws.
    func withLock<T>(_ body: () throws -> T) throws -> T {
        let lock = try acquire()
        defer { lock.release() }
        return try body()
    }

    private func acquire() throws -> FileLock {
        let limit: Int64 = isHeldUp.withLock { $0 } ? min(patience, 50) : patience
        let start = ContinuousClock.now
        var pause: Int64 = 1
        while true {
            let lock: FileLock?
            do throws(SystemFailure) { lock = try FileLock(path) } catch {
                throw JSONFile.Failure(path: path, number: error.number)
            }
            if let lock, let descriptor = lock.heldDescriptor, isCurrent(descriptor) {
                isHeldUp.withLock { $0 = false }
                Self.sign(descriptor)
                return lock
            }
            guard start.duration(to: .now) < Duration.milliseconds(limit) else {
                isHeldUp.withLock { $0 = true }
                let holder = holder.map { "process \($0)" } ?? "another process"
                throw Busy(description: "\(path) has been held for \(limit) ms by \(holder), which seems to hang")
            }
            DeviceClock.pause(milliseconds: pause)
            pause = min(pause * 2, 16)
        }
    }

    /// Returns whether the locked file is still the one at the path: the folder may have been removed and created again.
    private func isCurrent(_ descriptor: Int32) -> Bool {
        var locked = stat()
        var current = stat()
        return fstat(descriptor, &locked) == 0 && lstat(path, &current) == 0 && locked.st_ino == current.st_ino
            && locked.st_dev == current.st_dev
    }

    /// The process ID that the holder of the lock wrote into the file; nil if it has not written it yet.
    private var holder: Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return Self.process(in: descriptor)
    }

    /// Writes the ID of this process into the locked file, unless it is already there.
    ///
    /// It is only used in a message, so a full disk does not prevent locking.
    private static func sign(_ descriptor: Int32) {
        let own = getpid()
        guard process(in: descriptor) != own else { return }
        let text = "\(own)\n"
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.utf8.count, 0)
    }

    private static func process(in descriptor: Int32) -> Int32? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 12) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
