/// Thrown by a handler to answer a call with an error.
///
/// Of other errors a `ConversionError` becomes `org.freedesktop.DBus.Error.InvalidArgs` with its text, a `RemoteError` is
/// handed on, and everything else becomes `org.freedesktop.DBus.Error.Failed` without its text, which is logged.
public struct ErrorReply: Error, Sendable {
    /// The name, which programs go by.
    public var name: ErrorName
    /// The text for people, the first argument of the reply.
    public var message: String
    /// Further arguments.
    public var extra: [any ValueConvertible]

    /// Makes an error reply.
    public init(_ name: ErrorName, message: String, extra: [any ValueConvertible] = []) {
        self.name = name
        self.message = message
        self.extra = extra
    }
}
