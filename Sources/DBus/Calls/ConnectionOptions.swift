import Glibc

/// Limits and hooks of one connection.
public struct ConnectionOptions: Sendable {
    /// The maximum number of bytes that wait to be sent. Above it, calls and signals throw `ConnectionError.queueFull`, and no
    /// further incoming calls are processed until the other side has read.
    public var outgoingByteLimit = 64 * 1024 * 1024
    /// The maximum number of incoming calls whose handlers are running in tasks, or waiting for that. Further calls that need a
    /// task are answered with `LimitsExceeded`.
    public var callsInProgressLimit = 8192
    /// The same for each single sender.
    public var callsInProgressLimitPerSender = 2048
    /// The maximum size of an incoming call's arguments: eight bytes for each value, plus those of strings and byte arrays. A
    /// larger call is answered with `LimitsExceeded` before it is read; nil: only D-Bus's own limits apply, and with a gate the
    /// room that it has for calls. `BoundInterface` can raise the limit for single methods.
    public var incomingCallByteLimit: Int?
    /// Whether incoming calls may carry file descriptors, which stay open until the call has been answered. If not, such a call
    /// is answered with `InvalidArgs` before it is read.
    public var acceptsFileDescriptors = true
    /// The time limit for connecting.
    public var connectTimeout: Duration = .seconds(25)
    /// Receives one line about each error on this side: a handler that violated its interface or threw an unexpected error, a
    /// reply that cannot be sent, or a signal stream that dropped messages. Writes to standard error by default.
    public var log: @Sendable (String) -> Void = { line in
        var text = "DBus: \(line)\n"
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Creates the default options.
    public init() {}
}
