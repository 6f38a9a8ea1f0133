/// The four kinds of prompts. The raw value is the string on the bus and in scenario files.
public enum PromptKind: String, Sendable, Hashable, CaseIterable {
    /// The permission of the app to access the account.
    case access
    /// The selection of a provider.
    case picker
    /// The sign-in to a provider.
    case signIn = "sign-in"
    /// The permission of the app to sign the user in automatically.
    case autoSignIn = "auto-sign-in"
}
