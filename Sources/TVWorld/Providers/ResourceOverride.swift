/// A provider's answer for one resource, the same for all users.
public struct ResourceOverride: Sendable, Codable, Equatable {
    /// The reason for the denial. The reason may be that the provider is unreachable.
    public var denial: ResourceDenial
    /// The provider's message; nil for the service's default.
    public var message: String?

    /// Creates a denial.
    public init(denial: ResourceDenial, message: String? = nil) {
        self.denial = denial
        self.message = message
    }
}

/// The reasons why a provider does not authorize a resource: the service's enhanced error codes that a request to a provider can
/// produce.
public enum ResourceDenial: String, Sendable, Codable, CaseIterable {
    /// The provider denies it.
    case byProvider = "authorization_denied_by_mvpd"
    /// The resource's rating exceeds the user's limit.
    case byParentalControls = "authorization_denied_by_parental_controls"
    /// The session was started in the home network, and the device has left it.
    case byHomePolicy = "authorization_denied_by_hba_policies"
    /// The provider ended the session.
    case bySessionEnd = "authorization_denied_by_session_invalidated"
    /// The provider does not know the user.
    case unknownIdentity = "identity_not_recognized_by_mvpd"
    /// The provider's response was interrupted.
    case receiveError = "network_received_error"
    /// Connecting to the provider failed.
    case connectionTimeout = "network_connection_timeout"
    /// The provider takes too long.
    case executionTime = "maximum_execution_time_exceeded"
}
