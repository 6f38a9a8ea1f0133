/// An error reply from the other side.
public struct RemoteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name, which programs go by.
    public var name: ErrorName
    /// The text for people: the first argument when it is a string, else empty.
    public var message: String
    /// All arguments, `message` included.
    public var body: [Value]

    /// Makes an error as it would arrive.
    public init(name: ErrorName, message: String, body: [Value]? = nil) {
        self.name = name
        self.message = message
        self.body = body ?? [.string(message)]
    }

    init(_ reply: Message) {
        name = reply.errorName ?? .failed
        if case .string(let text)? = reply.body.first { message = text } else { message = "" }
        body = reply.body
    }

    public var description: String { message.isEmpty ? name.string : "\(name): \(message)" }
}
