/// The four kinds of prompt, as on the bus.
enum PromptKind: String, Sendable, CaseIterable {
    /// Whether the app may access the subscription.
    case access
    /// The selection of a provider.
    case picker
    /// The sign-in to a provider.
    case signIn = "sign-in"
    /// Whether the app may sign the user in automatically.
    case autoSignIn = "auto-sign-in"
}
