/// What the sender of a call wants beside the call itself. Mirrors the flags of the D-Bus specification's message header.
public struct CallFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The sender does not wait for a reply; none is sent.
    public static let noReplyExpected = CallFlags(rawValue: 1)
    /// The bus shall not start the destination for this call.
    public static let noAutoStart = CallFlags(rawValue: 2)
    /// The service may ask the user before it answers.
    public static let allowInteractiveAuthorization = CallFlags(rawValue: 4)
}
