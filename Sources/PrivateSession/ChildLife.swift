import Glibc
import StateDirectory
import Synchronization
import ThreadExecutors

/// The lifetime of a child process, from its start until it is reaped.
///
/// The child is reaped late: until then its ID and its group's cannot be reused, so a signal cannot hit another process.
final class ChildLife: Sendable {
    private struct State {
        var exit: ChildProcess.Exit?
        var isReleased = false
        var outlivesHandle = false
        var isReaped = false
        var waiters: [AsyncStream<Void>.Continuation] = []
    }

    let processID: Int32
    private let ownsGroup: Bool
    private let state = Mutex(State())
    /// The children that have not been reaped.
    private static let unreaped = Mutex<Set<Int32>>([])

    /// Returns whether a child was started here, so that its handle reaps it.
    static func isManaged(_ processID: Int32) -> Bool { unreaped.withLock { $0.contains(processID) } }

    /// Watches a child that has just been started.
    init(processID: Int32, ownsGroup: Bool) {
        self.processID = processID
        self.ownsGroup = ownsGroup
        Self.unreaped.withLock { _ = $0.insert(processID) }
        // On its own thread, which it blocks: the cooperative pool has one thread per processor.
        Task.detached(executorPreference: ThreadExecutor().forTasks()) { [self] in watch() }
    }

    var exit: ChildProcess.Exit? { state.withLock { $0.exit } }

    /// Waits in the kernel until the child exits; leaves the zombie.
    private func watch() {
        var information = siginfo_t()
        let result = retrying { waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) }
        let status = information._sifields._sigchld.si_status
        let isExit = result == 0 && information.si_code == Int32(CLD_EXITED)
        let exit: ChildProcess.Exit = isExit ? .exited(status) : .signalled(result == 0 ? status : SIGKILL)
        let waiters = state.withLock { state in
            state.exit = exit
            if state.isReleased || !ownsGroup { reap(&state) }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    func wait() async -> ChildProcess.Exit {
        let ending = ending()
        // In a separate task, which is never cancelled.
        await Task { for await _ in ending {} }.value
        return exit ?? .signalled(SIGKILL)
    }

    func wait(atMost limit: Duration) async -> ChildProcess.Exit? {
        let ending = ending()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ending {} }
            group.addTask { await Pause.duration(limit) }
            await group.next()
            group.cancelAll()
        }
        return exit
    }

    /// Returns a stream without elements, which ends when the child exits.
    private func ending() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if state.exit == nil { state.waiters.append(continuation) } else { continuation.finish() }
        }
        return stream
    }

    func send(signal: Int32, toGroup: Bool) {
        state.withLock { state in
            guard !state.isReaped else { return }
            kill(toGroup && ownsGroup ? -processID : processID, signal)
        }
    }

    /// Whether there is another live process in the child's own group.
    var hasOtherMembers: Bool {
        ownsGroup && ProcessTable.processes(inGroup: processID).contains { $0.id != processID && !$0.isZombie }
    }

    /// Detaches the child, which then outlives its handle.
    func letOutliveHandle() { state.withLock { $0.outlivesHandle = true } }

    /// Kills the child, which could not be ended later. Called when the handle is released.
    func release() {
        state.withLock { state in
            state.isReleased = true
            guard !state.isReaped else { return }
            if !state.outlivesHandle { kill(ownsGroup ? -processID : processID, SIGKILL) }
            if state.exit != nil { reap(&state) }
        }
    }

    /// Reaps a child that has exited.
    func reap() {
        state.withLock { state in
            if state.exit != nil { reap(&state) }
        }
    }

    private func reap(_ state: inout State) {
        guard !state.isReaped else { return }
        if ownsGroup, !state.outlivesHandle { kill(-processID, SIGKILL) }
        state.isReaped = true
        _ = retrying { waitpid(processID, nil, 0) }
        Self.unreaped.withLock { _ = $0.remove(processID) }
    }
}
