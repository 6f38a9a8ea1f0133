import NIOCore
import NIOHTTP1

/// A handler that limits the resources of a connection: nothing is read from it while its responses are not read, a body must
/// arrive in time, and only a few requests may be pipelined. It also ends a connection so that the client receives the last
/// response, and knows that it is the last one.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum number of requests in progress on a connection.
    static let requestLimit = 64

    private let patience: TimeAmount
    private var requests = 0
    /// The head of the last request, until its body has arrived.
    private var unfinished: HTTPRequestHead?
    private var isAnswering = false
    /// Whether the service is shutting down, and the connection ends when no request is in progress.
    private var isQuiescing = false
    /// Whether the last response has been written before the body of its request has arrived. The server reads nothing further,
    /// and a client that sends the whole body first would wait until the connection is reset.
    private var dropsBody = false
    private var isReadWanted = false
    private var bodyDeadline: Scheduled<Void>?
    private var answerDeadline: Scheduled<Void>?

    /// - Parameter patience: The time limit for a body, and for a response that is not read.
    init(patience: TimeAmount) { self.patience = patience }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            requests += 1
            guard requests <= Self.requestLimit else { return context.close(promise: nil) }
            unfinished = head
        case .body: if dropsBody { return }
        case .end:
            unfinished = nil
            dropsBody = false
            bodyDeadline?.cancel()
            bodyDeadline = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Only if the body did not arrive with its head.
        if let unfinished, bodyDeadline == nil {
            bodyDeadline = schedule(context) { $0.bodyIsLate($1) }
            permitBody(context, unfinished)
        }
        if dropsBody { context.read() }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isAnswering = head.status.code >= 200
            if isQuiescing, requests == 1, isAnswering {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
                return context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
        case .body: break
        case .end:
            requests -= 1
            isAnswering = false
            if requests == 0, let unfinished, !unfinished.isKeepAlive {
                dropsBody = true
                context.read()
            }
        }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isQuiescing = true }
        context.fireUserInboundEventTriggered(event)
    }

    func read(context: ChannelHandlerContext) {
        guard context.channel.isWritable else {
            isReadWanted = true
            return
        }
        context.read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerDeadline?.cancel()
        if !context.channel.isWritable {
            answerDeadline = schedule(context) { $1.close(promise: nil) }
        } else if isReadWanted {
            isReadWanted = false
            context.read()
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func cancel() {
        bodyDeadline?.cancel()
        answerDeadline?.cancel()
    }

    private func schedule(
        _ context: ChannelHandlerContext, _ work: @escaping (ConnectionGuard, ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [weak self] in
            if let self { work(self, context) }
        }
    }

    /// Permits a client that waits for it to send the body (RFC 9110, 10.1.1), unless earlier responses come first.
    private func permitBody(_ context: ChannelHandlerContext, _ head: HTTPRequestHead) {
        guard requests == 1, !isAnswering, head.version == .http1_1,
            head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" })
        else { return }
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    /// Responds with 408 unless a response has begun, and closes the connection.
    private func bodyIsLate(_ context: ChannelHandlerContext) {
        guard unfinished != nil else { return }
        if requests == 1, !isAnswering {
            let head = HTTPResponseHead(
                version: .http1_1, status: .requestTimeout, headers: ["Connection": "close", "Content-Length": "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        // The call that waits for the body ends with this error; otherwise it could not tell the lateness from an interruption.
        context.fireErrorCaught(LateBody())
        context.close(promise: nil)
    }
}

/// A body that did not arrive in time; the request has been answered.
struct LateBody: Error {}

/// A handler that converts every request to the form that a client sends to a server: a path as the target, and the host in the
/// `Host` field. It works on the request line as sent, because the next handler removes the host of a URL.
final class RequestTargetReader: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let isSecure: Bool

    /// - Parameter isSecure: Whether the connection uses TLS, and targets are `https` URLs.
    init(isSecure: Bool) { self.isSecure = isSecure }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let target = RequestTarget(head.uri, method: head.method, isSecure: isSecure)
        // The data after a CONNECT would belong to the requested connection, and a body in an unknown coding has no known end.
        let isUnreadable =
            head.headers.contains(name: "Transfer-Encoding")
            && head.headers["Transfer-Encoding"].map { $0.lowercased() } != ["chunked"]
        // The decoder reads nothing after a request for another protocol, such as the h2c that Java's client offers first.
        let isLast = !head.isKeepAlive || head.method == .CONNECT || isUnreadable || head.headers.contains(name: "Upgrade")
        // Almost every request is like this; changing the head would copy it.
        if target.path == head.uri, target.authority == nil, !isLast, head.version != .http1_0 {
            return context.fireChannelRead(data)
        }
        head.uri = target.path
        // A second, invalid or missing Host is left for the usual check, which rejects it with any target.
        let hosts = head.headers["Host"]
        if hosts.isEmpty, head.version == .http1_0 {
            // Only HTTP/1.1 requires the field. An empty value means that the host is unknown.
            head.headers.add(name: "Host", value: target.authority ?? "")
        } else if let authority = target.authority, hosts.count == 1, HostAuthority(hosts[0]) != nil {
            head.headers.replaceOrAdd(name: "Host", value: authority)
        }
        // The server and the response's header fields compare the field with exactly these texts.
        if isLast || head.version == .http1_0 {
            head.headers.replaceOrAdd(name: "Connection", value: isLast ? "close" : "keep-alive")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
