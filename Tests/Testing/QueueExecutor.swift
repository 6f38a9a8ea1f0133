import Dispatch
import Synchronization

/// An executor with its own queue, for tests of code that must run on any task executor.
package final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "ProjectTesting.QueueExecutor")
    private let jobs = Mutex(0)

    /// The number of jobs so far.
    package var jobCount: Int { jobs.withLock { $0 } }

    /// Creates an executor.
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        jobs.withLock { $0 += 1 }
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
