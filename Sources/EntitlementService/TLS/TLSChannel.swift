import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// HTTP/1.1 over TLS. Unlike Hummingbird's own channel, it uses the certificate that is current when a connection is opened.
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
