import Synchronization

/// The reply to one call, for a `MethodHandler.replying`.
public final class BusReply: Sendable {
    private let target: ReplyTarget
    private let isPending = Mutex(true)

    init(_ target: ReplyTarget) {
        self.target = target
    }

    /// Sends the reply; messages sent on the connection after this follow it. Only the first reply counts.
    ///
    /// - Parameters:
    ///   - results: The reply's arguments, with the types that the interface declares.
    ///   - connection: The connection on which the call arrived.
    public func send(_ results: [any BusValueConvertible], on connection: isolated Connection) {
        guard take() else { return }
        connection.reply(to: target, results.map { $0.dbusValue })
    }

    /// Claims the reply; returns false if it has already been sent.
    func take() -> Bool {
        isPending.withLock { isPending in
            defer { isPending = false }
            return isPending
        }
    }
}

/// A `MethodHandler.replying` returned without a reply.
struct MissingReply: Error {}
