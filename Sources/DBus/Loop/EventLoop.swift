import CDBus
import Glibc
import Synchronization

/// The client of a loop: the actor whose executor it is.
protocol LoopClient: AnyObject, Sendable {
    /// Handles incoming messages and expired deadlines. Called on the loop thread.
    nonisolated func takeTurn() -> EventLoop.Wait
}

/// A thread that polls the watches and timeouts of libdbus and runs the jobs of one actor. All accesses to a libdbus connection
/// happen here.
///
/// The thread ends after `stop()`, which the actor calls when its last reference is released.
final class EventLoop: SerialExecutor, @unchecked Sendable {
    // @unchecked: the stored variables below "Confined" are accessed only on the loop thread, and before it starts.

    /// The time for which the loop may sleep.
    enum Wait {
        case none
        case until(ContinuousClock.Instant)
        case forever
    }

    private enum Work {
        case job(UnownedJob)
        case action(@Sendable () -> Void)
    }

    private struct Inbox {
        var work: [Work] = []
        var isPolling = false
        var isStopping = false

        /// Returns whether the loop sleeps and needs a wake-up; true only for the first caller.
        mutating func endPolling() -> Bool {
            defer { isPolling = false }
            return isPolling
        }
    }

    private let inbox = Mutex(Inbox())
    private let wakeDescriptor: CInt
    private let threadIdentifier = Atomic<UInt>(0)
    /// Written on the loop thread only.
    private let turns = Atomic<Int>(0)

    // Confined to the loop thread.
    weak var client: (any LoopClient)?
    var connection: ConnectionHandle?
    let watches = WatchSet()
    let timeouts = TimeoutSet()

    init() throws(ConnectionError) {
        wakeDescriptor = cdbus_eventfd()
        if wakeDescriptor < 0 { throw .cannotConnect("no file descriptor is free: \(String(cString: strerror(errno)))") }
    }

    deinit { close(wakeDescriptor) }

    /// Starts the thread, which keeps this object alive until `stop()`.
    func start() throws(ConnectionError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        // Handlers run on this stack, which should not depend on the process's limit.
        pthread_attr_setstacksize(&attributes, 4 << 20)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(&thread, &attributes, { context in EventLoop.main(context) }, context.toOpaque())
        if result != 0 {
            context.release()
            throw .cannotConnect("no thread can be started: \(String(cString: strerror(result)))")
        }
    }

    /// Stops the thread after the pending work. May be called from any thread.
    func stop() {
        let mustWake = inbox.withLock { inbox in
            inbox.isStopping = true
            return inbox.endPolling()
        }
        if mustWake { wake() }
    }

    func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

    /// Runs `action` on the loop thread as soon as possible. May be called from any thread.
    func perform(_ action: @escaping @Sendable () -> Void) { add(.action(action)) }

    func checkIsolated() { precondition(isOnLoopThread, "this needs the thread of the D-Bus connection") }

    func isIsolatingCurrentContext() -> Bool? { isOnLoopThread }

    /// The number of turns that the loop has taken: an idle thread takes none.
    var turnCount: Int { turns.load(ordering: .relaxed) }

    private var isOnLoopThread: Bool { threadIdentifier.load(ordering: .relaxed) == UInt(pthread_self()) }

    private func add(_ work: Work) {
        let mustWake = inbox.withLock { inbox in
            inbox.work.append(work)
            return inbox.endPolling()
        }
        if mustWake { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        while write(wakeDescriptor, &one, 8) < 0 && errno == EINTR {}
    }

    private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        cdbus_name_thread("dbus-loop")
        // Signals are handled by the program's own threads.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        let loop = Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue()
        loop.threadIdentifier.store(UInt(pthread_self()), ordering: .releasing)
        loop.run()
        return nil
    }

    private func run() {
        var work: [Work] = []
        var done = 0
        var isRunning = true
        // The exit condition matters: with `while true`, the optimizer retains copies of arrays forever.
        while isRunning {
            turns.store(turns.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
            if work.isEmpty { isRunning = takeWork(&work) }
            // Incoming messages are handled after every few jobs, so that the jobs of a flood do not delay other messages.
            let end = isRunning ? min(work.count, done + 2) : work.count
            for item in work[done..<end] {
                switch item {
                case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
                case .action(let action): action()
                }
            }
            done = end
            // Before the wait, because an action that is done may hold the last reference to the client.
            if done == work.count {
                work.removeAll(keepingCapacity: work.capacity < 1024)
                done = 0
            }
            guard isRunning else { break }
            timeouts.handleDue()
            let wait = client?.takeTurn() ?? .forever
            poll(work.isEmpty ? wait : .none)
        }
        connection = nil
    }

    /// Takes all pending work.
    /// - Returns: False if the loop must end after it.
    private func takeWork(_ work: inout [Work]) -> Bool {
        inbox.withLock { inbox in
            swap(&work, &inbox.work)
            return !inbox.isStopping
        }
    }

    private func poll(_ wait: Wait) {
        let mayWait = inbox.withLock { inbox in
            inbox.isPolling = inbox.work.isEmpty && !inbox.isStopping
            return inbox.isPolling
        }
        watches.prepare(wakeDescriptor: wakeDescriptor)
        let isWoken = watches.poll(milliseconds: mayWait ? milliseconds(wait) : 0)
        inbox.withLock { $0.isPolling = false }
        if isWoken {
            var count: UInt64 = 0
            _ = read(wakeDescriptor, &count, 8)
        }
        // libdbus calls back with an unretained pointer to the client, which must stay alive meanwhile.
        guard let client else { return }
        watches.handleReady()
        // The rest of a large message need not wait for a turn of the loop for each piece that libdbus reads.
        watches.readMore(pieces: 256) { connection?.hasIncoming == false }
        withExtendedLifetime(client) {}
    }

    /// Returns the sleep in milliseconds, rounded up so that the loop does not spin until something is due.
    private func milliseconds(_ wait: Wait) -> CInt {
        var deadline = timeouts.nextDue
        switch wait {
        case .none: return 0
        case .until(let instant): deadline = min(deadline ?? instant, instant)
        case .forever: break
        }
        guard let deadline else { return -1 }
        let (seconds, attoseconds) = (deadline - .now).components
        if seconds < 0 || attoseconds < 0 { return 0 }
        return CInt(min(seconds, 86_400) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
