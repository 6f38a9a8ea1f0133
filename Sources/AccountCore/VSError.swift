import TVWorld

/// The codes of Apple's private error domain that the device attaches as the underlying error.
public enum UnderlyingCode: Int32, Sendable, Hashable, CaseIterable {
    /// The provider of the account no longer exists.
    case providerVanished = -6
    /// The provider took too long to answer.
    case providerTooSlow = -7
    /// An operation went on for too long.
    case operationTooLong = -9
    /// The provider wants a new verification token.
    case tokenRegenerationNeeded = -10
    /// The person has refused access.
    case accessDenied = -11
    /// The person has not decided about access.
    case accessNotDetermined = -12
    /// The app gave no usage description. Refuses prompts only.
    case usageDescriptionMissing = -13
    /// App and provider have no authentication scheme in common.
    case noCommonScheme = -20
    /// A restriction of the device forbids access.
    case accessRestricted = -23
    /// The provider's answer has nothing in it.
    case unexpectedData = -24
}

extension AccessStatus {
    /// The private code that the device attaches to `VSError.accessNotGranted`; nil when access is granted.
    var underlyingCode: UnderlyingCode? {
        switch self {
        case .notDetermined: .accessNotDetermined
        case .restricted: .accessRestricted
        case .denied: .accessDenied
        case .granted: nil
        }
    }
}

/// Why a request failed, with what Apple's `userInfo` carries.
public struct VSError: Error, Sendable, Equatable {
    /// The public code.
    public var code: VSErrorCode
    /// One sentence for the developer. Apple's errors say nothing; the simulator does.
    public var message: String
    /// The private code behind it.
    public var underlyingCode: UnderlyingCode?
    /// The permission at that moment, with errors about permission.
    public var accessStatus: AccessStatus?
    /// `VSErrorInfoKeyUnsupportedProviderIdentifier`: only when a certain provider is meant.
    public var unsupportedProviderIdentifier: String?
    /// `VSErrorInfoKeyAccountProviderResponse`, from which the two SAML keys follow when its scheme is SAML.
    public var accountProviderResponse: ProviderResponse?

    /// An error.
    public init(
        _ code: VSErrorCode, _ message: String, underlyingCode: UnderlyingCode? = nil, accessStatus: AccessStatus? = nil,
        unsupportedProviderIdentifier: String? = nil, accountProviderResponse: ProviderResponse? = nil
    ) {
        self.code = code
        self.message = message
        self.underlyingCode = underlyingCode
        self.accessStatus = accessStatus
        self.unsupportedProviderIdentifier = unsupportedProviderIdentifier
        self.accountProviderResponse = accountProviderResponse
    }

    /// Access is not granted: the permission and its private code.
    static func accessNotGranted(_ status: AccessStatus, app: ApplicationID) -> VSError {
        VSError(
            .accessNotGranted, "\(app) may not read the TV provider account: access is \(status.rawValue)",
            underlyingCode: status.underlyingCode, accessStatus: status)
    }

    /// The app gave no usage description, without which the person cannot be asked.
    static func usageDescriptionMissing(_ status: AccessStatus, app: ApplicationID) -> VSError {
        VSError(
            .accessNotGranted, "\(app) gave no usage description; Register takes it as usage-description",
            underlyingCode: .usageDescriptionMissing, accessStatus: status)
    }

    /// The person cancelled, or nobody was there to answer.
    static func userCancelled(_ message: String) -> VSError { VSError(.userCancelled, message) }

    /// The provider did not answer within its time limit (row P10). For the adapter that keeps the time.
    public static func providerTooSlow(_ provider: Provider) -> VSError {
        VSError(
            .serviceTemporarilyUnavailable, "\(provider.id) did not answer in time", underlyingCode: .providerTooSlow)
    }

    /// The region has no television providers, and access was never decided on.
    static func unsupportedRegion(_ region: Region) -> VSError {
        VSError(
            .unsupported, "region \(region) has no TV providers", underlyingCode: nil, accessStatus: .notDetermined)
    }
}
