/// The device that holds the account: the daemon on the session bus, or a stand-in in tests.
protocol AccountDevice: Sendable {
    /// The app's permission, without asking anybody.
    ///
    /// - Throws: ``AccessStatusFailure`` when the device pairs a status with another error than `accessNotGranted`;
    ///   ``VSError`` otherwise.
    func accessStatus() async throws -> VSAccountAccessStatus

    /// The app's permission, after asking for it when nobody has decided. Takes as long as the user does.
    ///
    /// - Parameter parentWindow: the app's window over which the question belongs.
    /// - Throws: as ``accessStatus()``.
    func requestAccess(parentWindow: String?) async throws -> VSAccountAccessStatus

    /// The metadata, without asking anybody.
    ///
    /// - Throws: ``VSError``
    func metadata(for query: MetadataQuery) async throws -> AccountMetadata

    /// The metadata; the user may be asked for access, for the provider and to sign in. Takes as long as the user does.
    ///
    /// - Parameter presenter: hears of the dialogs, and decides about the provider that was chosen.
    /// - Throws: ``VSError``
    func requestMetadata(for query: MetadataQuery, presenter: any DialogPresenter) async throws -> AccountMetadata
}

/// A permission that comes with an error of its own, such as ``VSError/unsupported`` in a region without providers.
struct AccessStatusFailure: Error {
    var status: VSAccountAccessStatus
    var error: VSError
}
