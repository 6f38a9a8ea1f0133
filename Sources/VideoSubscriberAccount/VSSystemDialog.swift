/// A dialog that the system shows on behalf of the app: an extension for Linux, where the dialog is a window of another process.
///
/// It is in the ``UIViewController`` that a delegate is asked to present. The app may show something of its own meanwhile, a dimmed
/// window or a line of text, or ignore it: the system's dialog works without the app's help. The dialog stands over the window
/// that ``VSApplication/parentWindow`` names, and ``VSAccountManagerResult/cancel()`` closes it.
public struct VSSystemDialog: Sendable, Hashable {
    /// What a dialog is for; later versions of the system may have further kinds.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The text on the bus.
        public let rawValue: String

        /// The kind with a text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The list of TV providers; the sign-in form follows in the same dialog.
        public static let providerPicker = Kind(rawValue: "picker")
        /// The sign-in form of one provider.
        public static let signIn = Kind(rawValue: "sign-in")
    }

    /// What the dialog is for.
    public let kind: Kind
    /// The dialog's title, human-readable.
    public let title: String
    /// The provider of a sign-in form; nil when there is a choice.
    public let accountProviderIdentifier: String?

    /// A dialog with every field given.
    package init(kind: Kind, title: String, accountProviderIdentifier: String? = nil) {
        self.kind = kind
        self.title = title
        self.accountProviderIdentifier = accountProviderIdentifier
    }
}
