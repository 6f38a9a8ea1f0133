import NIOCore
import NIOPosix
import ServiceLifecycle

extension Journal {
    /// Waits until there is an entry after a number, for some seconds at most; also the service's shutdown ends it.
    func wait(after sequence: Int64, seconds: Int64) async {
        let (wakes, waker) = follow()
        let end = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .seconds(seconds)) { waker.finish() }
        defer {
            end.cancel()
            waker.finish()
        }
        // Looked at after the following began, so that nothing comes in between.
        guard latest <= sequence else { return }
        for await _ in wakes.cancelOnGracefulShutdown() where latest > sequence { return }
    }
}
