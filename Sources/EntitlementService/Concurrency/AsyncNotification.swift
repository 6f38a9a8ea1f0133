import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// A signal that wakes the tasks that wait for changes.
final class AsyncNotification: Sendable {
    private struct State {
        var wakers: [Int64: AsyncStream<Void>.Continuation] = [:]
        var last: Int64 = 0
    }

    private let state = Mutex(State())

    /// The number of waiting tasks.
    var count: Int { state.withLock { $0.wakers.count } }

    func wake() {
        // The lock must not be held here: an element resumes a task under that task's lock, and the cancellation of the same task
        // calls `remove` while it holds that lock.
        for waker in state.withLock({ Array($0.wakers.values) }) { waker.yield(()) }
    }

    /// Returns an element for every change here or elsewhere, as long as it is awaited. A slow follower misses nothing; it is only
    /// notified less often.
    ///
    /// - Returns: The elements, and a continuation that notifies the follower for another reason.
    func follow(and others: AsyncNotification...) -> (wakes: AsyncStream<Void>, waker: AsyncStream<Void>.Continuation) {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let followed = ([self] + others).map { ($0, $0.add(waker)) }
        waker.onTermination = { _ in
            for (source, number) in followed { source.remove(number) }
        }
        return (wakes, waker)
    }

    private func add(_ waker: AsyncStream<Void>.Continuation) -> Int64 {
        state.withLock { state in
            state.last += 1
            state.wakers[state.last] = waker
            return state.last
        }
    }

    private func remove(_ number: Int64) { _ = state.withLock { $0.wakers.removeValue(forKey: number) } }

    /// Waits until a condition holds, up to a number of seconds; the service's shutdown also ends the wait.
    func wait(seconds: Int64, until condition: () -> Bool) async {
        let (wakes, waker) = follow()
        let end = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .seconds(seconds)) { waker.finish() }
        defer {
            end.cancel()
            waker.finish()
        }
        // Checked after following has begun, so that no change is missed.
        guard !condition() else { return }
        for await _ in wakes.cancelOnGracefulShutdown() where condition() { return }
    }
}
