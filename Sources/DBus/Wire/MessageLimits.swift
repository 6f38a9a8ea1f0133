/// The limits of the D-Bus specification, "Message Format". A bus ends the connection that breaks one, so they are checked
/// before anything is sent.
enum MessageLimits {
    /// Bytes of a whole message.
    static let message = 134_217_728
    /// Bytes of all messages that have been read and not been given back.
    static let received = 2 * message
    /// Bytes of the elements of one array.
    static let array = 67_108_864
    /// Containers of all kinds around one value, variants included.
    static let depth = 64
    /// Descriptors beside one message: what Linux takes in one `sendmsg` (SCM_MAX_FD).
    static let fileDescriptors = 253
    /// Bytes kept free for the header: every name takes at most 255, the bus adds the sender, and paths are short in practice.
    static let header = 16_384
}
