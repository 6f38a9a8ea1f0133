import SAML

/// The maximum sizes of calls, in bytes.
enum CallLimits {
    /// A call's arguments, and an agent's reply.
    static let usual = 64 * 1_024
    /// Calls that contain a document: a scenario, a snapshot.
    static let document = 4 * 1_024 * 1_024
    /// Calls that contain a service's metadata, including overhead; the text itself is measured when it is read.
    static let metadata = SAMLLimits.maximumMetadataSize + 1_024
}
