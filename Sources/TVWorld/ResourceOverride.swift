/// A provider's answer for one resource that does not depend on who asks.
public struct ResourceOverride: Sendable, Codable, Equatable {
    /// Why the provider says no, or that it cannot be reached.
    public var denial: ResourceDenial
    /// The provider's own words; nil for those that the service finds.
    public var message: String?

    /// A denial.
    public init(denial: ResourceDenial, message: String? = nil) {
        self.denial = denial
        self.message = message
    }
}

/// Why a provider does not authorize a resource: the service's enhanced error codes that can come of asking a provider.
public enum ResourceDenial: String, Sendable, Codable, CaseIterable {
    /// The provider says no.
    case byProvider = "authorization_denied_by_mvpd"
    /// The resource is above the user's rating.
    case byParentalControls = "authorization_denied_by_parental_controls"
    /// The session came from the home network, and the device has left it.
    case byHomePolicy = "authorization_denied_by_hba_policies"
    /// The provider ended the session.
    case bySessionEnd = "authorization_denied_by_session_invalidated"
    /// The provider does not know the user.
    case unknownIdentity = "identity_not_recognized_by_mvpd"
    /// The provider's answer breaks off.
    case receiveError = "network_received_error"
    /// The provider cannot be connected to.
    case connectionTimeout = "network_connection_timeout"
    /// The provider takes too long.
    case executionTime = "maximum_execution_time_exceeded"
}
