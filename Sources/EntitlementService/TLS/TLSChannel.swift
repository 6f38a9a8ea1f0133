import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// HTTP/1.1 inside TLS. Unlike Hummingbird's own it takes the certificate that is current when a connection begins.
struct TLSChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: GuardedChannel
    let identity: TLSIdentity

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: identity.context))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
