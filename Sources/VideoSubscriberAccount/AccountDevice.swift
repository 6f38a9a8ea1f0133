/// The device that holds the account: the daemon on the session bus, or a stand-in in tests.
protocol AccountDevice: Sendable {
    /// Returns the app's permission without prompting the user.
    func access() async -> AccessAnswer

    /// Returns the app's permission, after prompting the user if no decision has been made. Waits as long as the user takes.
    ///
    /// - Parameter parentWindow: The app's window above which the prompt is shown.
    func requestAccess(parentWindow: String?) async -> AccessAnswer

    /// Returns the metadata without prompting the user.
    ///
    /// - Throws: Any error; ``VSError/init(wire:)`` translates it.
    func metadata(for query: MetadataQuery) async throws -> AccountMetadata

    /// Returns the metadata; may prompt the user for access, for the provider and to sign in. Waits as long as the user takes.
    ///
    /// - Parameter presenter: Is notified of the dialogs, and decides whether the selected provider is allowed.
    /// - Throws: The errors of ``metadata(for:)``.
    func requestMetadata(for query: MetadataQuery, presenter: DelegatePresenter) async throws -> AccountMetadata
}

/// An app's permission, `notDetermined` if it is not known.
struct AccessAnswer: Sendable {
    var status: VSAccountAccessStatus
    /// The error that the device pairs with the status, such as ``VSError/unsupported`` in a region without providers, or the
    /// reason why it is not known.
    var error: VSError?
}
