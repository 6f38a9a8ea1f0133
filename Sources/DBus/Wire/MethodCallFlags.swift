/// The options of a call's sender. Mirrors the flags of the D-Bus specification's message header.
public struct MethodCallFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The sender does not expect a reply, and none is sent.
    public static let noReplyExpected = MethodCallFlags(rawValue: 1)
    /// The bus must not start the destination for this call.
    public static let noAutoStart = MethodCallFlags(rawValue: 2)
    /// The service may prompt the user before it replies.
    public static let allowInteractiveAuthorization = MethodCallFlags(rawValue: 4)
}
