/// The permission of an app to access the system account. Mirrors `VSAccountAccessStatus`; the raw value is the string on the bus
/// and in the state file.
public enum AccessStatus: String, Sendable, Hashable, CaseIterable {
    /// The user has not decided: `VSAccountAccessStatus.notDetermined`, 0.
    case notDetermined = "not-determined"
    /// A restriction of the device forbids access, and the user cannot grant it: `restricted`, 1.
    case restricted
    /// The user denied access: `denied`, 2.
    case denied
    /// The user granted access: `granted`, 3.
    case granted
}
