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
