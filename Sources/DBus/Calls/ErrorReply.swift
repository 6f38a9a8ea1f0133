/// An error that a handler throws to reply with an error.
///
/// Other errors: a `BusConversionError` becomes `org.freedesktop.DBus.Error.InvalidArgs` with its message, a `RemoteError` is
/// forwarded, and everything else becomes `org.freedesktop.DBus.Error.Failed` without its message, which is logged.
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
