import Glibc

/// Limits and hooks of one connection.
public struct ConnectionOptions: Sendable {
    /// Bytes that may wait to be sent. Above it calls and signals throw `ConnectionError.queueFull`, and no further incoming
    /// call is looked at until the other side has read.
    public var outgoingByteLimit = 64 * 1024 * 1024
    /// Calls of other connections whose `asynchronous` and `serial` handlers are under way or waiting. Further ones are
    /// answered with `LimitsExceeded`.
    public var callsInProgressLimit = 8192
    /// The same for each single sender.
    public var callsInProgressLimitPerSender = 2048
    /// What the arguments of one incoming call may take: their bytes, and eight more for each value. A larger call is answered
    /// with `LimitsExceeded` before it is read; nil: D-Bus's own limits are enough. `BoundInterface` can allow single methods more.
    public var incomingCallByteLimit: Int?
    /// The time in which a new connection must be ready.
    public var connectTimeout: Duration = .seconds(25)
    /// Gets one line about each mistake on this side: a handler that broke its interface or threw an error that is not an
    /// `ErrorReply`, a signal stream that dropped messages. Writes to standard error unless set.
    public var log: @Sendable (String) -> Void = { line in
        var text = "DBus: \(line)\n"
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// The defaults.
    public init() {}
}
