/// What answers the calls of one method. The results are the reply's arguments and must have the types of the interface.
public enum Handler: Sendable {
    /// Runs on the bus thread and must not wait: nothing else of the connection goes on meanwhile. Replies are sent in the
    /// order of the calls. For reads from memory.
    case immediate(@Sendable (Invocation) throws -> [any ValueConvertible])
    /// Runs in a task of its own; any number at the same time, up to the connection's limit. Replies come in any order. The
    /// task is cancelled when the connection ends.
    case asynchronous(@Sendable (Invocation) async throws -> [any ValueConvertible])
    /// The same, but the calls of one sender run one after the other, in order, all `serial` methods together.
    case serial(@Sendable (Invocation) async throws -> [any ValueConvertible])
    /// Decides for each call, on the bus thread and without waiting, whether it is answered now as by `immediate`, or later as by
    /// `asynchronous` or `serial`. For reads that are in memory nearly always.
    case deciding(@Sendable (Invocation) throws -> Answer)
    /// The same as `serial`, but the handler sends the reply itself, by way of `Reply`: what it does afterwards comes after the
    /// reply. An error that it throws before is the reply; when it returns without one, the call fails.
    case replying(@Sendable (Invocation, Reply) async throws -> Void)
}

/// What a `Handler.deciding` says at once.
public enum Answer: Sendable {
    /// The results.
    case now([any ValueConvertible])
    /// Work that waits or computes. Runs in a task of its own.
    case later(@Sendable () async throws -> [any ValueConvertible])
    /// The same, in order with the sender's other `serial` calls.
    case inOrder(@Sendable () async throws -> [any ValueConvertible])
}
