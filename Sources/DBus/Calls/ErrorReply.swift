/// An error that a handler throws to reply with an error.
///
/// Other errors: a `BusConversionError` becomes `org.freedesktop.DBus.Error.InvalidArgs` with its message, a `RemoteError` is
/// forwarded, and everything else becomes `org.freedesktop.DBus.Error.Failed` without its message, which is logged unless the
/// error is a `CancellationError`.
public struct ErrorReply: Error, Sendable {
    /// The name, which identifies the error to programs.
    public var name: ErrorName
    /// The human-readable message, which is the first argument of the reply.
    public var message: String
    /// Additional arguments.
    public var extra: [any BusValueConvertible]

    /// Creates an error reply.
    public init(_ name: ErrorName, message: String, extra: [any BusValueConvertible] = []) {
        self.name = name
        self.message = message
        self.extra = extra
    }
}

/// An error reply from the other side.
public struct RemoteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name, which identifies the error to programs.
    public var name: ErrorName
    /// The human-readable message: the first argument if it is a string, otherwise empty.
    public var message: String
    /// All arguments, `message` included.
    public var body: [BusValue]

    /// Creates an error in the form in which it would be received.
    public init(name: ErrorName, message: String, body: [BusValue]? = nil) {
        self.name = name
        self.message = message
        self.body = body ?? [.string(message)]
    }

    init(_ reply: BusMessage) {
        name = reply.errorName ?? .failed
        if case .string(let text)? = reply.body.first { message = text } else { message = "" }
        body = reply.body
    }

    public var description: String { message.isEmpty ? name.string : "\(name): \(message)" }
}
