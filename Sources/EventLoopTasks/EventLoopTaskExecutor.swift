package import NIOCore

/// Runs tasks on the thread of an event loop, so that they and their connections do not wake each other's threads.
package final class EventLoopTaskExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    /// Creates an executor. Its tasks must not block the thread.
    package init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
