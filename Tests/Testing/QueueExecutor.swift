import Dispatch

/// An executor with its own queue, for tests of code that must run on any task executor.
package final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "ProjectTesting.QueueExecutor")

    /// Creates an executor.
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
