import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Wakes whoever waits for something to change.
final class WakeUps: Sendable {
    private struct State {
        var wakers: [Int64: AsyncStream<Void>.Continuation] = [:]
        var last: Int64 = 0
    }

    private let state = Mutex(State())

    /// How many wait.
    var count: Int { state.withLock { $0.wakers.count } }

    /// Wakes all.
    func wake() {
        state.withLock { state in
            for waker in state.wakers.values { waker.yield(()) }
        }
    }

    /// An element for every time that something has changed, as long as somebody waits for it. A slow follower misses nothing, it only
    /// wakes up less often.
    ///
    /// - Returns: the elements, and what wakes the follower up for another reason.
    func follow() -> (wakes: AsyncStream<Void>, waker: AsyncStream<Void>.Continuation) {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = add(waker)
        waker.onTermination = { [weak self] _ in self?.remove(number) }
        return (wakes, waker)
    }

    /// Wakes a follower of something else, too.
    ///
    /// - Returns: What ``remove(_:)`` takes.
    func add(_ waker: AsyncStream<Void>.Continuation) -> Int64 {
        state.withLock { state in
            state.last += 1
            state.wakers[state.last] = waker
            return state.last
        }
    }

    /// Leaves a follower alone.
    func remove(_ number: Int64) { _ = state.withLock { $0.wakers.removeValue(forKey: number) } }

    /// Waits until something is so, for some seconds at most; also the service's shutdown ends it.
    func wait(seconds: Int64, until condition: () -> Bool) async {
        let (wakes, waker) = follow()
        let end = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .seconds(seconds)) { waker.finish() }
        defer {
            end.cancel()
            waker.finish()
        }
        // Looked at after the following began, so that nothing comes in between.
        guard !condition() else { return }
        for await _ in wakes.cancelOnGracefulShutdown() where condition() { return }
    }
}
