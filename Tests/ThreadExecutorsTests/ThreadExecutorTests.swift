import Glibc
import Testing
import ThreadExecutors

/// An actor with its own thread.
private actor Worker {
    let executor: ThreadExecutor
    private(set) var numbers: [Int] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(niceness: Int32 = 0) {
        executor = ThreadExecutor(niceness: niceness)
    }

    func add(_ number: Int) { numbers.append(number) }

    var thread: pthread_t { pthread_self() }

    /// The folder of the thread in `/proc`, which exists as long as the thread.
    var folder: String? {
        guard let path = realpath("/proc/thread-self", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// The thread before and after a wait for another actor.
    func threads(around other: Worker) async -> [pthread_t] {
        let before = thread
        _ = await other.thread
        return [before, thread]
    }

    var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
}

/// The current thread, for asynchronous code, which may not call that function itself.
private func currentThread() -> pthread_t { pthread_self() }

@Suite("Executors with a thread", .timeLimit(.minutes(5)))
struct ThreadExecutorTests {
    @Test("an actor's calls all run on the executor's thread, also after it has waited for another actor")
    func oneThread() async {
        let worker = Worker()
        let other = Worker()
        let thread = await worker.thread
        #expect(await other.thread != thread)
        for _ in 0..<50 { #expect(await worker.threads(around: other) == [thread, thread]) }
    }

    @Test("a task that prefers the executor runs on the actor's thread, before, in and after calls of the actor")
    func preference() async {
        let worker = Worker()
        let other = Worker()
        let thread = await worker.thread
        let threads = await Task(executorPreference: worker.executor.forTasks()) {
            var threads = [currentThread(), await worker.thread, currentThread()]
            #expect(await other.thread != thread)
            threads.append(currentThread())
            async let child = currentThread()
            threads.append(await child)
            return threads
        }.value
        #expect(threads == Array(repeating: thread, count: 5))
    }

    @Test("calls run in the order in which a task makes them, one at a time")
    func order() async {
        let worker = Worker()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask(executorPreference: task.isMultiple(of: 2) ? worker.executor.forTasks() : nil) {
                    for number in 0..<500 { await worker.add(task * 1_000 + number) }
                }
            }
        }
        let numbers = await worker.numbers
        #expect(numbers.count == 4_000)
        for task in 0..<8 { #expect(numbers.filter { $0 / 1_000 == task } == (0..<500).map { task * 1_000 + $0 }) }
    }

    @Test("the nice value applies only to the executor's thread")
    func niceness() async {
        let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        let nice = Worker(niceness: min(own + 3, 19))
        #expect(await nice.niceness == min(own + 3, 19))
        #expect(await Worker().niceness == own)
    }

    @Test("an executor is released with its actor, and its thread ends")
    func end() async throws {
        weak var executor: ThreadExecutor?
        let folder: String
        do {
            let worker = Worker()
            executor = worker.executor
            folder = try #require(await worker.folder)
        }
        // The thread may still be leaving the last job.
        while executor != nil || access(folder, F_OK) == 0 { await Task.yield() }
    }
}
