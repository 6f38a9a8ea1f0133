import TVWorld

/// The answer to a call that creates or resumes an authentication session of REST v2.
public struct SessionAnswer: Sendable, Equatable {
    /// The app's next step.
    public enum Step: Sendable, Equatable {
        /// Open the login page of the session in a browser.
        case authenticate(RegistrationCode)
        /// Send the missing parameters; the session was just created.
        case resume(RegistrationCode)
        /// Send the missing parameters; the session already existed.
        case retry(RegistrationCode)
        /// Request decisions: no login is needed.
        case authorize
        /// Pass the request to the system account.
        case partnerProfile(PendingRequest, Provider)
    }

    /// The reason for the step.
    public enum Reason: String, Sendable {
        case none, authenticated, degraded, temporary, authenticatedSSO
        case partnerFallback = "pfs_fallback"
        case configurationFallback = "configuration_fallback"
        case missingParametersFallback = "missing_parameters_fallback"
    }

    /// A parameter of a session, in the order of the list of missing ones.
    public enum Parameter: String, Sendable, CaseIterable {
        case mvpd, domainName
        case redirectURL = "redirectUrl"
    }

    /// The app's next step.
    public var step: Step
    /// The reason for the step.
    public var reason = Reason.none
    /// The parameters that are still missing.
    public var missing: [Parameter] = []
    /// The `sessionId`.
    public var sessionID: String
    /// The provider, if it is known.
    public var mvpd: String?
    /// The service provider.
    public var serviceProvider: String
}

/// A profile in an answer of REST v2.
public struct ProfileAnswer: Sendable, Equatable {
    /// The provider.
    public var mvpd: String
    /// The kind.
    public var type: ProfileType
    /// The start of the validity, in Unix milliseconds.
    public var notBefore: Int64
    /// The end of the validity, in Unix milliseconds.
    public var notAfter: Int64
    /// The user's metadata, including `userID`, as in REST v1.
    public var metadata: UserMetadata
}
