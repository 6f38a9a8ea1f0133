/// Whether the user lets the app see the TV-provider subscription. Mirrors `VSAccountAccessStatus` of
/// VideoSubscriberAccount, raw values included.
public enum VSAccountAccessStatus: Int, Sendable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// The device does not let the user decide (parental controls, device management).
    case restricted = 1
    /// The user refused.
    case denied = 2
    /// The user agreed.
    case granted = 3
}
