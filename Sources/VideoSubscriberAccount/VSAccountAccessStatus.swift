/// Whether the person lets the app see the TV-provider subscription. Mirrors `VSAccountAccessStatus` of
/// VideoSubscriberAccount, raw values included.
public enum VSAccountAccessStatus: Int, Sendable {
    /// The person has not been asked yet.
    case notDetermined = 0
    /// The device does not let the person decide (parental controls, device management).
    case restricted = 1
    /// The person refused.
    case denied = 2
    /// The person agreed.
    case granted = 3
}
