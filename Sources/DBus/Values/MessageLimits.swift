/// The limits of messages, most of them from the D-Bus specification, "Message Format". A bus closes a connection that exceeds
/// one, so they are checked before anything is sent.
enum MessageLimits {
    /// The size of a message, in bytes.
    static let message = 134_217_728
    /// The size of all received messages that are in use, in bytes. Above it, libdbus stops reading.
    static let received = 2 * message
    /// The size of all elements of an array, in bytes.
    static let array = 67_108_864
    /// The number of containers around a value, including variants.
    static let depth = 64
    /// The number of descriptors of a message: what Linux accepts in one `sendmsg` (SCM_MAX_FD).
    static let fileDescriptors = 253
    /// The number of bytes reserved for the header: every name takes at most 255, the bus adds the sender, and paths are short in
    /// practice.
    static let header = 16_384
}
