/// The device that holds the account: the daemon on the session bus, or a stand-in in tests.
protocol AccountDevice: Sendable {
    /// The app's permission, without asking anybody.
    ///
    /// - Throws: ``AccessStatusFailure`` when the device pairs a status with another error than `accessNotGranted`;
    ///   ``VSError`` otherwise.
    func accessStatus() async throws -> VSAccountAccessStatus

    /// The metadata, without asking anybody.
    ///
    /// - Throws: ``VSError``
    func metadata(for query: MetadataQuery) async throws -> VSAccountMetadata
}

/// A permission that comes with an error of its own, such as ``VSError/unsupported`` in a region without providers.
struct AccessStatusFailure: Error {
    var status: VSAccountAccessStatus
    var error: VSError
}
