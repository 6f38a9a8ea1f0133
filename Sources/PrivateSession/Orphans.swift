import CProcess
import Glibc
import StateDirectory
import Synchronization

/// Descendants whose parent has exited, such as processes that a bus has activated: they become children of this process.
///
/// Otherwise they would become children of process 1, which in a container is often a program that reaps no children, so each
/// would remain in the process table; and one that has changed its environment could not be found at the session's end.
public enum Orphans {
    /// Adopts orphans from now on. `SIGCHLD` then indicates that one may have exited.
    ///
    /// - Throws: `SystemError`.
    public static func adopt() throws(SystemError) {
        guard cprocess_adopt_orphans() == 0 else {
            throw SystemError(action: "cannot become the parent of orphans", number: errno)
        }
    }

    /// Reaps those that have exited. Children that were started here are left to their handles.
    ///
    /// - Parameter child: The child that `SIGCHLD` reports: the kernel's list of children may miss one while others start and
    ///   exit. Of several that exit together, it reports one.
    public static func reap(_ child: Int32) {
        // No process is started meanwhile: a child that exits before its handle knows it is not an orphan.
        Spawning.lock.withLock { _ in
            if child > 0, !ChildLife.isManaged(child) { _ = waitpid(child, nil, WNOHANG) }
            for child in children { _ = waitpid(child, nil, WNOHANG) }
        }
    }

    /// Ends and reaps all of them, and those that become orphans as a result.
    public static func end() async {
        // The kernel may never release a process.
        let end = ContinuousClock.now + .seconds(5)
        var backoff = Backoff()
        while true {
            let living = Spawning.lock.withLock { _ in children.filter { waitpid($0, nil, WNOHANG) == 0 } }
            guard !living.isEmpty, ContinuousClock.now < end else { return }
            for child in living { kill(child, SIGKILL) }
            await backoff.wait()
        }
    }

    /// The children that were not started here. A process's children are listed with the thread that started them.
    private static var children: [Int32] {
        let own = getpid()
        guard access("/proc/self/task/\(own)/children", R_OK) == 0 else {
            return ProcessTable.processes().filter { $0.parent == own && !ChildLife.isManaged($0.id) }.map(\.id)
        }
        return PrivateFolder.names(in: "/proc/self/task").flatMap { thread in
            let text = readFile("/proc/self/task/\(thread)/children") ?? []
            return text.split(separator: UInt8(ascii: " ")).compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
        }.filter { !ChildLife.isManaged($0) }
    }
}
