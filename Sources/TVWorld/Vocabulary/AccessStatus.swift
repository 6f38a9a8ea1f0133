/// What an app may learn about the system account. Mirrors `VSAccountAccessStatus`; the raw value is the text on the bus and in
/// the state file.
public enum AccessStatus: String, Sendable, Hashable, CaseIterable {
    /// Nobody has decided yet: `VSAccountAccessStatus.notDetermined`, 0.
    case notDetermined = "not-determined"
    /// A restriction of the device forbids access, nobody can grant it: `restricted`, 1.
    case restricted
    /// The person refused: `denied`, 2.
    case denied
    /// The person allowed it: `granted`, 3.
    case granted
}
