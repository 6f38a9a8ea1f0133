import Glibc

/// A serial executor with its own thread, for actors whose work waits for a disk, a server or another process, or computes for a
/// millisecond: neither may block a thread of the cooperative pool, of the bus or of connections. The thread starts with the first
/// job and ends with the executor.
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
        queue.append(Job(job: UnownedJob(job), executor: self))
    }

    /// Returns an executor with the same thread for tasks that call the actor, which they do without changing threads.
    public func forTasks() -> any TaskExecutor { ThreadTaskExecutor(self) }

    fileprivate func append(_ job: Job) { queue.append(job) }
}

/// Runs tasks on the thread of a serial executor.
private final class ThreadTaskExecutor: TaskExecutor {
    private let executor: ThreadExecutor

    init(_ executor: ThreadExecutor) {
        self.executor = executor
    }

    func enqueue(_ job: consuming ExecutorJob) {
        executor.append(Job(job: UnownedJob(job), executor: executor, preferred: self))
    }
}

/// A job, and the executors that it runs on.
private struct Job {
    let job: UnownedJob
    let executor: ThreadExecutor
    /// The executor that the job's task prefers, if that is where the job came from.
    var preferred: ThreadTaskExecutor?

    func run() {
        // With the serial executor, too: a call of its actor then continues at once.
        if let preferred {
            job.runSynchronously(
                isolatedTo: executor.asUnownedSerialExecutor(), taskExecutor: preferred.asUnownedTaskExecutor())
        } else {
            job.runSynchronously(on: executor.asUnownedSerialExecutor())
        }
    }
}

/// The jobs of one thread.
///
/// `@unchecked Sendable`: all mutable state is accessed only while `mutex` is locked.
private final class JobQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let niceness: Int32
    private var jobs: [Job] = []
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

    func append(_ job: Job) {
        pthread_mutex_lock(mutex)
        jobs.append(job)
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
        var batch: [Job] = []
        while takeJobs(into: &batch) {
            for job in batch { job.run() }
            batch.removeAll(keepingCapacity: true)
        }
    }

    /// Waits for jobs; returns false if there will be no more.
    private func takeJobs(into batch: inout [Job]) -> Bool {
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
