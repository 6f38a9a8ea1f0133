/// A key of the options of ``VSAccountManager/checkAccessStatus(options:completionHandler:)``. Mirrors `VSCheckAccessOption`
/// of VideoSubscriberAccount.
public struct VSCheckAccessOption: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// The key with a text; the device knows `VSCheckAccessOptionPrompt` only.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether the system may ask the user for access; its value is a Boolean. Absent means `false`.
    public static let prompt = VSCheckAccessOption(rawValue: "VSCheckAccessOptionPrompt")
}
