import Glibc
import StateDirectory

/// A process in `/proc`. Its folder is kept open, so that reads concern this process even if its ID has been reused, in which
/// case they fail.
final class CallerProcess {
    private let folder: Int32

    /// Opens the folder of a process, `/proc/NUMBER`.
    ///
    /// - Throws: `UnknownCaller` if there is no such process.
    init(folder path: String) throws(UnknownCaller) {
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw UnknownCaller("its process has ended") }
    }

    deinit {
        close(folder)
    }

    /// Whether the process is alive: it has not exited and is not a zombie.
    var isAlive: Bool { status.first.map { $0 != "Z" && $0 != "X" } ?? false }

    /// The time at which the process was started; nil if it cannot be read.
    var start: BootTime? { status.dropFirst(19).first.flatMap { UInt64($0) }.map { BootTime(ticks: $0) } }

    /// The fields of `stat` after the program's name, which is in parentheses and may itself contain some: the first field is the
    /// state, one letter; the twentieth is the time of the start. Empty if they cannot be read.
    private var status: [Substring] {
        guard let text = try? text(of: "stat", limit: 4_096), let end = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: end)...].split(separator: " ")
    }

    /// Returns the text of one of its files.
    ///
    /// - Throws: `UnknownCaller` if it cannot be read or exceeds the limit.
    func text(of name: String, limit: Int) throws(UnknownCaller) -> String {
        let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(name) }
        defer { close(descriptor) }
        return try Self.text(of: descriptor, name, limit: limit)
    }

    /// Returns the target of one of its symbolic links; nil if it cannot be read.
    func target(of link: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { readlinkat(folder, link, $0.baseAddress!, $0.count) }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// Returns the text of a file in the root folder of the process; nil if there is no such file. Symbolic links are not
    /// followed, because the process controls where they lead.
    ///
    /// - Throws: `UnknownCaller` if its existence cannot be determined, or if it is not a regular file, or too long.
    func rootText(of name: String, limit: Int) throws(UnknownCaller) -> String? {
        let root = openat(folder, "root", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard root >= 0 else {
            let failure = Self.failure("root")
            // Other users cannot access the root of some containers. That of a sandbox is never on FUSE.
            if errno == EACCES, try isRootInUserspace() { return nil }
            throw failure
        }
        defer { close(root) }
        let descriptor = openat(root, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure(name)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw UnknownCaller("its \(name) is not a regular file")
        }
        return try Self.text(of: descriptor, name, limit: limit)
    }

    /// Returns whether the root folder of the process is on FUSE, according to its mount table.
    private func isRootInUserspace() throws(UnknownCaller) -> Bool {
        let mounts = try text(of: "mountinfo", limit: 1_048_576)
        // NUMBER PARENT DEVICE ROOT MOUNT-POINT OPTIONS… - TYPE SOURCE OPTIONS; the last entry of a mount point covers the
        // others.
        let root = mounts.split(separator: "\n").last { $0.split(separator: " ").dropFirst(4).first == "/" }
        let fields = root?.split(separator: " ") ?? []
        guard let hyphen = fields.firstIndex(of: "-"), hyphen + 1 < fields.count else { return false }
        return fields[hyphen + 1].hasPrefix("fuse")
    }

    private static func text(of descriptor: Int32, _ name: String, limit: Int) throws(UnknownCaller) -> String {
        let bytes: [UInt8]
        do throws(SystemFailure) { bytes = try OpenFile.read(descriptor, limit: limit, portion: min(limit + 1, 65_536)) } catch {
            throw failure(name, error)
        }
        guard bytes.count <= limit else { throw UnknownCaller("its \(name) is longer than \(limit) bytes") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func failure(_ name: String, _ failure: SystemFailure = SystemFailure()) -> UnknownCaller {
        UnknownCaller("its \(name) cannot be read: \(failure.reason)")
    }
}

/// Time since the machine was started, as recorded by the kernel for processes: in ticks, of which there are nearly always a
/// hundred per second.
struct BootTime: Sendable, Comparable {
    var ticks: UInt64

    /// The current time.
    static var now: BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        let perSecond = UInt64(clamping: max(1, sysconf(Int32(_SC_CLK_TCK))))
        return BootTime(
            ticks: UInt64(clamping: time.tv_sec) * perSecond + UInt64(clamping: time.tv_nsec) * perSecond / 1_000_000_000)
    }

    static func < (left: BootTime, right: BootTime) -> Bool { left.ticks < right.ticks }
}
