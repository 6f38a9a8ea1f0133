import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An address on this machine at which a page in the desktop's browser ends, so that the user returns to an app without its own
/// URL scheme (RFC 8252, section 7.3). It is open until the browser has opened it or the app exits.
///
/// Other pages cannot guess any part of it. The contents of the request are ignored: it means only that the page has ended.
package final class ReturnListener: Sendable {
    package let url: String
    private let channel: any Channel

    private init(_ channel: any Channel, path: String) {
        self.channel = channel
        url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(path)"
    }

    /// Creates a listener on a free port of the loopback interface.
    ///
    /// - Parameter onReturn: Called each time the browser opens the address.
    package static func open(onReturn: @escaping @Sendable () -> Void) -> EventLoopFuture<ReturnListener> {
        let path = "/" + UUID().uuidString.lowercased()
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(Answering(path: path, onReturn: onReturn))
                }
            }
        return bootstrap.bind(host: "127.0.0.1", port: 0).map { ReturnListener($0, path: path) }
    }

    deinit { channel.close(promise: nil) }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let path: String
        private let onReturn: @Sendable () -> Void
        private var isReturn = false

        init(path: String, onReturn: @escaping @Sendable () -> Void) {
            self.path = path
            self.onReturn = onReturn
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): isReturn = head.method == .GET && head.uri.prefix { $0 != "?" } == path
            case .body: break
            case .end: answer(context)
            }
        }

        private func answer(_ context: ChannelHandlerContext) {
            let text = isReturn ? "This page is done. Go back to the app; you can close this window." : "Page not found."
            let page =
                "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><link rel=\"icon\" href=\"data:,\"><title>\(text)</title><p>\(text)</p></html>\n"
            let body = ByteBuffer(string: page)
            let head = HTTPResponseHead(
                version: .http1_1, status: isReturn ? .ok : .notFound,
                headers: [
                    "Content-Type": "text/html; charset=utf-8", "Content-Length": "\(body.readableBytes)",
                    "Content-Security-Policy": "default-src 'none'; img-src data:; frame-ancestors 'none'", "Connection": "close",
                    "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
                ])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            let written = context.eventLoop.makePromise(of: Void.self)
            let (isReturn, onReturn) = (isReturn, onReturn)
            let channel = context.channel
            written.futureResult.whenComplete { _ in
                channel.close(promise: nil)
                if isReturn { onReturn() }
            }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
