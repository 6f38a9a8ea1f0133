import TVWorld

extension ErrorCode {
    /// The action that the client can take: the enhanced error's `action`.
    public var action: String {
        switch self {
        case .unknownIntegration, .tooManyResources, .metadataCertificate, .temporaryAccessConfiguration,
            .platformExchangeConfiguration, .platformConfiguration, .platformIDConfiguration, .platformTraitConfiguration,
            .platformCategoryConfiguration, .platformServicesConfiguration, .providerPlatformConfiguration,
            .boardingStatusConfiguration:
            "configuration"
        case .networkReceiveError, .networkTimeout, .executionTime: "retry"
        case .identityNotRecognized, .sessionInvalidated, .homePolicy, .temporaryAccessEnded, .temporaryAccessUsedUp,
            .sessionMissing, .sessionExpired, .sessionIssuerMismatch, .sessionEnded, .deviceMismatch,
            .preauthorizationSessionMissing, .preauthorizationSessionExpired,
            .profileMissing, .profileExpired, .profileInvalidated:
            "authentication"
        case .invalidClientApplication, .invalidClientServiceProvider: "application-registration"
        case .authorizationNotFound, .authorizationExpired: "authorization"
        default: "none"
        }
    }

    /// The advanced status code that the entitlement library reports for it in an authorization, if any; SEC412 in any call.
    public var advancedCode: String? {
        switch self {
        case .authorizationDenied, .parentalControls, .identityNotRecognized, .sessionInvalidated, .homePolicy: "Z100"
        case .repeatedDenials: "Z110"
        case .networkReceiveError, .networkTimeout, .executionTime: "Z120"
        case .missingResource, .malformedAuthorizationRequest: "Z130"
        case .degradationRule: "Z169"
        case .temporaryAccessEnded, .temporaryAccessUsedUp: "N111"
        case .deviceMismatch: "SEC412"
        case .unknownIntegration, .temporaryAccessConfiguration, .internalError: "Z500"
        default: nil
        }
    }
}
