/// The device that holds the account: the daemon on the session bus, or a stand-in in tests.
protocol AccountDevice: Sendable {
    /// Returns the app's permission without prompting the user.
    ///
    /// - Throws: ``AccessStatusFailure`` if the device pairs a status with an error other than `accessNotGranted`;
    ///   ``VSError`` otherwise.
    func accessStatus() async throws -> VSAccountAccessStatus

    /// Returns the app's permission, after prompting the user if no decision has been made. Waits as long as the user takes.
    ///
    /// - Parameter parentWindow: The app's window above which the prompt is shown.
    /// - Throws: The errors of ``accessStatus()``.
    func requestAccess(parentWindow: String?) async throws -> VSAccountAccessStatus

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

/// A permission with an error of its own, such as ``VSError/unsupported`` in a region without providers.
struct AccessStatusFailure: Error {
    var status: VSAccountAccessStatus
    var error: VSError
}
