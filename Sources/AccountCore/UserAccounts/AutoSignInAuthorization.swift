/// Whether an app may sign the user in automatically. Mirrors `VSUserAccountManager.AutoSignInAuthorization`; the raw value is
/// the string on the bus and in the state file.
public enum AutoSignInAuthorization: String, Sendable, Hashable, CaseIterable {
    /// The user has not decided.
    case notDetermined = "not-determined"
    /// The user allowed it.
    case granted
    /// The user denied it.
    case denied
}
