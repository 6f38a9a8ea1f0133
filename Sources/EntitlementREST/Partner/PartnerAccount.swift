/// The device's account, with which the platform signs users in. ``SystemPartnerAccount`` is that of VideoSubscriberAccount.
public protocol PartnerAccount: Sendable {
    /// Returns the app's permission and the sign-in. May prompt for the permission, but shows no other dialog.
    func status() async -> PartnerFrameworkStatus

    /// Returns the sign-in, after prompting the user for a provider and the provider's login if necessary. Optional: by default,
    /// the user is not prompted.
    ///
    /// - Parameters:
    ///   - supported: The platform's identifiers of the providers to list, in order; never empty.
    ///   - featured: The identifiers to list first.
    func signIn(supported: [String], featured: [String]) async -> PartnerSelection

    /// Returns the provider's answer to a request of the service, without prompting the user; nil if there is none.
    func response(to request: PartnerRequest) async -> PartnerResponse?
}

extension PartnerAccount {
    /// Returns the sign-in without prompting.
    public func signIn(supported: [String], featured: [String]) async -> PartnerSelection { .status(await status()) }
}

/// The outcome of the system's dialog.
public enum PartnerSelection: Sendable, Hashable {
    /// The app's permission and the sign-in.
    case status(PartnerFrameworkStatus)
    /// The user chose a provider to which the platform cannot sign in, with its identifier if it has one.
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
    /// The platform's identifier of the provider that answered; nil if it is unknown.
    public let provider: String?

    /// Creates an answer.
    public init(text: String, provider: String? = nil) {
        self.text = text
        self.provider = provider
    }
}

/// The outcome of ``EntitlementClient/partnerSignIn(domainName:redirectURL:featured:)``.
public enum PartnerSignIn: Sendable, Hashable {
    /// The user is signed in.
    case signedIn(Profile)
    /// The basic flow must follow: with this session, or else with the provider that the user has already chosen, or else with
    /// the app's own picker.
    case basic(PendingSession?, preselected: String?, PartnerFallback)
}

/// The reason why the device's account led to no profile.
public enum PartnerFallback: Sendable, Hashable {
    /// The app does not have permission.
    case notPermitted(PartnerFrameworkStatus.Access)
    /// No user signed in.
    case notSignedIn
    /// The user chose a provider to which the platform cannot sign in.
    case unsupportedProvider
    /// The user cancelled.
    case cancelled
    /// The account failed.
    case accountFailed(PartnerFrameworkStatus.Failure)
    /// The provider did not answer the service's request.
    case noResponse
    /// The user changed the provider too often.
    case providerChanged
    /// The service continues with the basic flow.
    case session(SessionReason)
    /// The service rejected the request.
    case refused(EnhancedError)
    /// The service has no profile after all.
    case noProfile
}
