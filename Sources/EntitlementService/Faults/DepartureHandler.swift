import NIOCore

/// Reports that the client of a connection has left, or will send no more data.
///
/// A server that neither reads nor writes would not detect it. Only connections whose call waits on a fault have this handler.
final class DepartureHandler: ChannelInboundHandler {
    typealias InboundIn = Any

    private var didLeave: @Sendable () -> Void

    private init(_ didLeave: @escaping @Sendable () -> Void) {
        self.didLeave = didLeave
    }

    /// Watches a connection; the previous watcher receives no further reports.
    static func watch(_ channel: any Channel, didLeave: @escaping @Sendable () -> Void) {
        channel.closeFuture.whenComplete { _ in didLeave() }
        channel.eventLoop.execute {
            let pipeline = channel.pipeline.syncOperations
            if let handler = try? pipeline.handler(type: DepartureHandler.self) {
                handler.didLeave = didLeave
            } else {
                try? pipeline.addHandler(DepartureHandler(didLeave))
            }
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { didLeave() }
        context.fireUserInboundEventTriggered(event)
    }
}
