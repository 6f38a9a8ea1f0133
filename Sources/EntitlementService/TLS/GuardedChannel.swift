import EventLoopTasks
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// HTTP/1.1 with a ``ConnectionGuard`` and a ``RequestTargetReader`` for each connection, possibly over TLS. Unlike Hummingbird's
/// own channel for TLS, it uses the certificate that is current when a connection is opened.
struct GuardedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: HTTP1Channel
    /// The time limit for a body, and for a response that is not read.
    let patience: TimeAmount
    /// The TLS identity; nil for plain HTTP.
    let identity: TLSIdentity?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            if let identity {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: identity.context))
            }
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(ConnectionGuard(patience: patience), position: .after(decoder))
            try pipeline.addHandler(RequestTargetReader(isSecure: identity != nil), position: .after(decoder))
            return value
        }
    }

    /// Serves the connection on the thread of its event loop, so that a request that waits for nothing does not change threads.
    func handle(value: Value, logger: Logger) async {
        await ClientAddress.$currentPeer.withValue(value.channel.remoteAddress.map { ClientAddress(peer: $0) }) {
            await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) {
                await base.handle(value: value, logger: logger)
            }
        }
    }
}
