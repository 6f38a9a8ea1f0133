import Dispatch

/// An executor with a queue of its own, for tests of code that runs in tasks of any executor.
package final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "VSATesting.QueueExecutor")

    /// Creates an executor.
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
