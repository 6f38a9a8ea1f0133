import DeviceInterfaces

/// A dialog that the system shows on behalf of the app: an extension for Linux, where the dialog is a window of another process.
///
/// It belongs to the ``UIViewController`` that a delegate is asked to present. Meanwhile the app may show something itself, such
/// as a dimmed window or a line of text, or ignore it: the system's dialog works without the app. The dialog is placed above the
/// window set with ``VSApplication/parentWindow``, and ``VSAccountManagerResult/cancel()`` closes it.
public struct VSSystemDialog: Sendable, Hashable {
    /// The purpose of a dialog. Later versions of the system may add kinds.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name on the bus.
        public let rawValue: String

        /// Creates a kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The list of TV providers; the sign-in form follows in the same dialog.
        public static let providerPicker = Kind(rawValue: RequestInterface.DialogKind.picker.rawValue)
        /// The sign-in form of one provider.
        public static let signIn = Kind(rawValue: RequestInterface.DialogKind.signIn.rawValue)
    }

    /// The purpose of the dialog.
    public let kind: Kind
    /// The dialog's human-readable title.
    public let title: String
    /// The provider of a sign-in form; nil if the user can choose.
    public let accountProviderIdentifier: String?

    /// Creates a dialog with the given values.
    package init(kind: Kind, title: String, accountProviderIdentifier: String? = nil) {
        self.kind = kind
        self.title = title
        self.accountProviderIdentifier = accountProviderIdentifier
    }
}
