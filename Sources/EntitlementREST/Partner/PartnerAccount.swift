/// The device's account, at which the platform signs users in. ``SystemPartnerAccount`` is the one of VideoSubscriberAccount.
public protocol PartnerAccount: Sendable {
    /// Returns the app's permission and the sign-in. May ask for the permission, but shows no other dialog.
    func status() async -> PartnerFrameworkStatus

    /// Returns the sign-in, after prompting the user for a provider and the provider's login if necessary. Optional: by default,
    /// nobody is prompted.
    ///
    /// - Parameters:
    ///   - supported: The platform's identifiers of the providers to list, in order.
    ///   - featured: Those to list first.
    func signIn(supported: [String], featured: [String]) async -> PartnerSelection

    /// Returns the provider's answer to a request of the service, without prompting the user; nil if there is none.
    func response(to request: PartnerRequest) async -> PartnerResponse?
}

extension PartnerAccount {
    /// Returns the sign-in without prompting.
    public func signIn(supported: [String], featured: [String]) async -> PartnerSelection { .status(await status()) }
}

/// What came of the system's dialog.
public enum PartnerSelection: Sendable, Hashable {
    /// The app's permission and the sign-in.
    case status(PartnerFrameworkStatus)
    /// The user chose a provider at which the platform cannot sign in, with its identifier unless it is one without.
    case unsupportedProvider(String?)
    /// The user cancelled.
    case cancelled
    /// The account failed.
    case failed(PartnerFrameworkStatus.Failure)
}

/// A provider's answer to a request of the service.
public struct PartnerResponse: Sendable, Hashable {
    /// The SAML response, as XML.
    public let text: String
    /// The platform's identifier of the provider that answered; nil if it is not known.
    public let provider: String?

    /// Creates an answer.
    public init(text: String, provider: String? = nil) {
        self.text = text
        self.provider = provider
    }
}

/// What came of ``EntitlementClient/partnerSignIn(domainName:redirectURL:featured:)``.
public enum PartnerSignIn: Sendable, Hashable {
    /// The user is signed in.
    case signedIn(Profile)
    /// The basic flow follows: with this session, or else with the provider that the user has already chosen, or else with the
    /// app's own picker.
    case basic(PendingSession?, preselected: String?, PartnerFallback)
}

/// Why the device's account led to no profile.
public enum PartnerFallback: Sendable, Hashable {
    /// The app has no permission.
    case notPermitted(PartnerFrameworkStatus.Access)
    /// Nobody signed in.
    case notSignedIn
    /// The user chose a provider at which the platform cannot sign in.
    case unsupportedProvider
    /// The user cancelled.
    case cancelled
    /// The account failed.
    case accountFailed(PartnerFrameworkStatus.Failure)
    /// The provider gave no answer to the service's request.
    case noResponse
    /// The user changed the provider more often than the client follows.
    case providerChanged
    /// The service continues with the basic flow.
    case session(SessionReason)
    /// The service refused.
    case refused(EnhancedError)
    /// The service has no profile after all.
    case noProfile
}
