/// An error on this side of a connection. Error replies from the other side are `RemoteError`.
public enum ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The connection is closed or was lost, before or during the operation.
    case disconnected
    /// The time limit of the call expired without a reply. A later reply is ignored.
    case timedOut
    /// Connecting failed; the string contains the address and the reason.
    case cannotConnect(String)
    /// The name is owned by another connection and cannot be taken over.
    case nameTaken
    /// The message would be larger than the bus accepts; the limit is in bytes.
    case messageTooLarge(limit: Int)
    /// The reply to a call is larger than its caller accepts; the limit is in bytes.
    case replyTooLarge(limit: Int)
    /// An array in the message is larger than D-Bus allows; the limit is in bytes of its elements.
    case arrayTooLarge(limit: Int)
    /// The values are nested in more containers than D-Bus allows.
    case nestedTooDeeply(limit: Int)
    /// The arguments together have a type that D-Bus does not allow, for example of more than 255 characters.
    case invalidSignature(String)
    /// The message has too many file descriptors.
    case tooManyFileDescriptors(limit: Int)
    /// The other side's transport cannot carry file descriptors.
    case fileDescriptorsNotSupported
    /// Too many messages wait to be sent, because the other side does not read. Call `flush()` and try again.
    case queueFull
    /// There is already an object at this path.
    case pathInUse(ObjectPath)
    /// The operation requires a bus, but this is a connection to a single peer.
    case noBus

    public var description: String {
        switch self {
        case .disconnected: "the D-Bus connection is closed"
        case .timedOut: "no D-Bus reply within the time limit"
        case .cannotConnect(let reason): "no D-Bus connection: \(reason)"
        case .nameTaken: "the bus name has another owner"
        case .messageTooLarge(let limit): "the message is larger than \(limit) bytes, the limit of D-Bus"
        case .replyTooLarge(let limit): "the reply is larger than \(limit) bytes"
        case .arrayTooLarge(let limit): "an array of the message is larger than \(limit) bytes, the limit of D-Bus"
        case .nestedTooDeeply(let limit):
            "the values of the message are nested more than \(limit) levels deep, the limit of D-Bus"
        case .invalidSignature(let reason): "the types of the arguments do not make a valid D-Bus signature: \(reason)"
        case .tooManyFileDescriptors(let limit): "more than \(limit) file descriptors in one message"
        case .fileDescriptorsNotSupported: "the D-Bus connection cannot carry file descriptors"
        case .queueFull: "too many bytes are waiting to be sent on the D-Bus connection"
        case .pathInUse(let path): "an object is already registered at \(path)"
        case .noBus: "the D-Bus connection leads to a single peer, not to a bus"
        }
    }
}
