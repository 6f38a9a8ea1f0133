import Synchronization

/// The reply to one call, in the hands of a `Handler.replying`.
public final class Reply: Sendable {
    let target: ReplyTarget
    private let isPending = Mutex(true)

    init(_ target: ReplyTarget) {
        self.target = target
    }

    /// Answers the call: what is sent on the connection after this comes after the reply. Only the first answer counts.
    ///
    /// - Parameters:
    ///   - results: The reply's arguments, of the types of the interface.
    ///   - connection: The connection that the call came in on.
    public func send(_ results: [any ValueConvertible], on connection: isolated Connection) {
        guard take() else { return }
        connection.reply(to: target, results.map { $0.dbusValue })
    }

    /// Whether nobody has answered yet; from now on somebody has.
    func take() -> Bool {
        isPending.withLock { isPending in
            defer { isPending = false }
            return isPending
        }
    }
}

/// A `Handler.replying` returned without a reply.
struct MissingReply: Error {}
