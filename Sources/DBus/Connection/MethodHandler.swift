import Synchronization

/// A handler of the calls of one method. The results are the reply's arguments and must have the types that the interface
/// declares.
public enum MethodHandler: Sendable {
    /// Decides for each call, on the bus thread and without blocking, whether the reply is sent now as with `immediate`, or later
    /// as with `asynchronous` or `serial`. For reads that are nearly always answered from memory.
    case deciding(@Sendable (MethodInvocation) throws -> MethodAnswer)
    /// Like `serial`, but the handler sends the reply itself with `BusReply`, so that later messages follow the reply. An error
    /// thrown before that becomes the reply; if the handler returns without one, the call fails. Its task prefers the executor,
    /// if there is one.
    case replying(on: (any TaskExecutor)? = nil, @Sendable (MethodInvocation, BusReply) async throws -> Void)

    /// Returns a handler that runs on the bus thread and must not block: the connection does nothing else meanwhile. Replies are
    /// sent in the order of the calls. For reads from memory.
    public static func immediate(
        _ work: @escaping @Sendable (MethodInvocation) throws -> [any BusValueConvertible]
    ) -> MethodHandler {
        .deciding { call in .now(try work(call)) }
    }

    /// Returns a handler that runs in a task for each call, any number of them concurrently, up to the connection's limit.
    /// Replies are sent in any order. The tasks are cancelled when the connection ends.
    public static func asynchronous(
        _ work: @escaping @Sendable (MethodInvocation) async throws -> [any BusValueConvertible]
    ) -> MethodHandler {
        .deciding { call in .later { try await work(call) } }
    }

    /// Returns the same handler, but the calls of one sender run one after the other, in order, across all `serial` methods.
    public static func serial(
        _ work: @escaping @Sendable (MethodInvocation) async throws -> [any BusValueConvertible]
    ) -> MethodHandler {
        .deciding { call in .inOrder { try await work(call) } }
    }
}

/// The immediate result of a `MethodHandler.deciding`.
public enum MethodAnswer: Sendable {
    /// The results.
    case now([any BusValueConvertible])
    /// The results, and those of the sender's later calls with the same bytes. For each of them `isCurrent` is called on the bus
    /// thread instead of everything that precedes an answer, including the handler. If it returns false, the call is handled as
    /// usual. The answers of objects with an audience and of interfaces with an authorizer are never repeated.
    case repeatable([any BusValueConvertible], isCurrent: @Sendable () -> Bool)
    /// Work that waits or computes. Runs in its own task.
    case later(@Sendable () async throws -> [any BusValueConvertible])
    /// The same, in order with the sender's other `serial` calls.
    case inOrder(@Sendable () async throws -> [any BusValueConvertible])
}

/// One call of a method of an exported object.
public struct MethodInvocation: Sendable {
    /// The unique name of the caller; nil on a connection without a bus.
    public var sender: BusName? { message.sender }
    /// The object that was called.
    public let path: ObjectPath
    /// The interface of the method, even if the caller omitted it.
    public let interface: InterfaceName
    /// The method.
    public let member: MemberName
    /// The complete call.
    public let message: BusMessage
    /// The connection on which the call arrived.
    public let connection: Connection

    /// Converts the arguments: `let (id, options) = try invocation.decode(String.self, VariantDictionary.self)`.
    /// - Throws: `BusConversionError`, which a handler should not catch: it becomes the reply `InvalidArgs`.
    public func decode<each T: BusValueConvertible>(_ types: repeat (each T).Type) throws(BusConversionError) -> (repeat each T) {
        try message.decode(as: repeat each types)
    }
}

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
