import Glibc

/// A serial executor with its own thread, for actors whose work waits for a disk or a server, or computes for a millisecond:
/// neither may block a thread of the cooperative pool, of the bus or of connections. The thread starts with the first job and
/// ends with the executor.
///
/// A dispatch queue takes turns with the threads of its pool, so that each finds less of the work in the processor's caches.
public final class ThreadExecutor: SerialExecutor {
    private let queue: JobQueue

    /// Creates an executor.
    ///
    /// - Parameter niceness: The nice value of the thread, 0 to 19.
    public init(niceness: Int32 = 0) {
        queue = JobQueue(niceness: niceness)
    }

    deinit {
        queue.finish()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), for: self)
    }
}

/// The jobs of one thread.
///
/// `@unchecked Sendable`: all mutable state is accessed only while `mutex` is locked.
private final class JobQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let niceness: Int32
    private var jobs: [(job: UnownedJob, executor: ThreadExecutor)] = []
    private var isStarted = false
    private var isFinished = false

    init(niceness: Int32) {
        self.niceness = niceness
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func append(_ job: UnownedJob, for executor: ThreadExecutor) {
        pthread_mutex_lock(mutex)
        jobs.append((job, executor))
        let mustStart = !isStarted
        isStarted = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
        if mustStart { start() }
    }

    func finish() {
        pthread_mutex_lock(mutex)
        isFinished = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    private func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        var result: Int32
        var tries = 0
        repeat {
            tries += 1
            result = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, context)
            // A limit for threads is reached: wait up to ten seconds until others end.
            if result == EAGAIN { usleep(10_000) }
        } while result == EAGAIN && tries < 1_000
        precondition(result == 0, "no thread could be started: \(String(cString: strerror(result)))")
        pthread_detach(thread)
    }

    private func run() {
        // On Linux, the priority of "process 0" is that of the calling thread.
        if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        var batch: [(job: UnownedJob, executor: ThreadExecutor)] = []
        while takeJobs(into: &batch) {
            for (job, executor) in batch { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
            batch.removeAll(keepingCapacity: true)
        }
    }

    /// Waits for jobs; returns false if there will be no more.
    private func takeJobs(into batch: inout [(job: UnownedJob, executor: ThreadExecutor)]) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty {
            if isFinished { return false }
            pthread_cond_wait(condition, mutex)
        }
        swap(&jobs, &batch)
        return true
    }
}
