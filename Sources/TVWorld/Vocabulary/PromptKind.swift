/// The four kinds of prompts. The raw value is the string on the bus and in scenario files.
public enum PromptKind: String, Sendable, Hashable, CaseIterable {
    /// Whether the app may access the account.
    case access
    /// The selection of a provider.
    case picker
    /// The sign-in to a provider.
    case signIn = "sign-in"
    /// Whether the app may sign the user in automatically.
    case autoSignIn = "auto-sign-in"
}
