/// Whether the user allows the app to access the TV-provider subscription. Mirrors `VSAccountAccessStatus` of
/// VideoSubscriberAccount, including its raw values.
public enum VSAccountAccessStatus: Int, Sendable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// The device does not allow the user to decide (parental controls, device management).
    case restricted = 1
    /// The user denied access.
    case denied = 2
    /// The user granted access.
    case granted = 3
}
