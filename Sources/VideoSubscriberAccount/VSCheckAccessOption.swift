/// A key of the options of ``VSAccountManager/checkAccessStatus(options:completionHandler:)``. Mirrors `VSCheckAccessOption`
/// of VideoSubscriberAccount.
public struct VSCheckAccessOption: RawRepresentable, Hashable, Sendable {
    /// The key as a string.
    public let rawValue: String

    /// Creates a key; the device knows only `VSCheckAccessOptionPrompt`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether the system may prompt the user for access; the value is a Boolean, by default `false`.
    public static let prompt = VSCheckAccessOption(rawValue: "VSCheckAccessOptionPrompt")
}
