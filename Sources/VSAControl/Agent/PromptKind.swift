/// The four kinds of prompt, as on the bus.
enum PromptKind: String, Sendable, CaseIterable {
    /// May the app know the subscription?
    case access
    /// Which provider?
    case picker
    /// Who are you there?
    case signIn = "sign-in"
    /// May the app sign the user in by itself?
    case autoSignIn = "auto-sign-in"
}
