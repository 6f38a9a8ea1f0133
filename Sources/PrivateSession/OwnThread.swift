import Dispatch
import Glibc
import Synchronization

/// Threads for calls that block in the kernel: the cooperative pool has one thread per processor, so waiting for two children
/// would block the whole program on a small machine.
enum OwnThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a detached thread.
    ///
    /// - Throws: `SystemError` if the system cannot create another thread.
    static func start(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 256 * 1_024)
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let error = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        if error != 0 {
            body.release()
            throw SystemError(action: "cannot start a thread", number: error)
        }
    }
}

/// A thread that runs jobs one after the other, and ends with the last reference to this object.
final class SerialThread: Sendable {
    private final class Queue: Sendable {
        let jobs = Mutex<[@Sendable () -> Void]>([])
        let arrivals = DispatchSemaphore(value: 0)

        /// Runs jobs until there is a wake-up without a job, which is the signal to end.
        func run() {
            while true {
                arrivals.wait()
                guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                job()
            }
        }
    }

    private let queue = Queue()

    /// Starts the thread.
    ///
    /// - Throws: `SystemError` if the system cannot create another thread.
    init() throws(SystemError) {
        try OwnThread.start { [queue] in queue.run() }
    }

    deinit {
        queue.arrivals.signal()
    }

    /// Adds a job; returns immediately.
    func enqueue(_ job: @escaping @Sendable () -> Void) {
        queue.jobs.withLock { $0.append(job) }
        queue.arrivals.signal()
    }
}
