import NIOCore
import ServiceLifecycle
import TVWorld

/// A handler that reports that the client of a connection has left, or will send no more data.
///
/// A server that neither reads nor writes would not detect it. Only connections whose call waits on a fault have this handler.
final class DepartureHandler: ChannelInboundHandler {
    typealias InboundIn = Any

    private var didLeave: @Sendable () -> Void

    private init(_ didLeave: @escaping @Sendable () -> Void) {
        self.didLeave = didLeave
    }

    /// Watches a connection; the previous watcher receives no further reports. Nothing remains of it, because a connection may have
    /// any number of calls.
    static func watch(_ channel: any Channel, didLeave: @escaping @Sendable () -> Void) {
        channel.eventLoop.execute {
            let pipeline = channel.pipeline.syncOperations
            if let handler = try? pipeline.handler(type: DepartureHandler.self) {
                handler.didLeave = didLeave
            } else {
                // It cannot be added if the connection has ended.
                do { try pipeline.addHandler(DepartureHandler(didLeave)) } catch { didLeave() }
            }
        }
    }

    /// Called at the end of the connection.
    func handlerRemoved(context: ChannelHandlerContext) { didLeave() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { didLeave() }
        context.fireUserInboundEventTriggered(event)
    }
}

extension EntitlementEngine {
    /// Waits as long as a strike requires; returns whether the recipient of the response is still there.
    ///
    /// - Throws: ``StateSwapLock/Overdue``
    func recipientOutlasts(
        _ strike: FaultTable.Strike, at point: FaultPoint, _ channel: any Channel
    ) async throws -> Bool {
        guard strike.delay > 0 || strike.effect == .hang else { return true }
        // A waiting call does not block a swap, and proceeds with the new state.
        swaps.leave()
        let faults = faults
        let isThere = await cancelWhenGracefulShutdown {
            await faults.hold(strike, at: point) { ticket in
                DepartureHandler.watch(channel) { faults.leave(ticket: ticket) }
            }
        }
        try await swaps.enter()
        return isThere
    }
}
