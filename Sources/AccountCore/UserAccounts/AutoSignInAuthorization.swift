/// Whether an app may sign the user in by itself. Mirrors `VSUserAccountManager.AutoSignInAuthorization`; the raw value is
/// the text on the bus and in the state file.
public enum AutoSignInAuthorization: String, Sendable, Hashable, CaseIterable {
    /// Nobody has decided.
    case notDetermined = "not-determined"
    /// The user allowed it.
    case granted
    /// The user refused.
    case denied
}
