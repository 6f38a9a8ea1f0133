/// The four kinds of question. The raw value is the text on the bus and in scenario files.
public enum PromptKind: String, Sendable, Hashable, CaseIterable {
    /// May the app know the account?
    case access
    /// Which provider?
    case picker
    /// Who are you there?
    case signIn = "sign-in"
    /// May the app sign the person in by itself?
    case autoSignIn = "auto-sign-in"
}
