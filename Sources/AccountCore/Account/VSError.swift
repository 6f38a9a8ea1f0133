import TVWorld

/// The codes of Apple's private error domain that the device attaches as the underlying error. `Resources/codes`
/// explains each.
public enum UnderlyingCode: Int32, Sendable, Hashable, CaseIterable {
    case providerVanished = -6
    case providerTooSlow = -7
    case operationTooLong = -9
    case tokenRegenerationNeeded = -10
    case accessDenied = -11
    case accessNotDetermined = -12
    case usageDescriptionMissing = -13
    case noCommonScheme = -20
    case accessRestricted = -23
    case unexpectedData = -24
}

extension AccessStatus {
    /// The private code that the device attaches to `VSError.accessNotGranted`; nil if access is granted.
    var underlyingCode: UnderlyingCode? {
        switch self {
        case .notDetermined: .accessNotDetermined
        case .restricted: .accessRestricted
        case .denied: .accessDenied
        case .granted: nil
        }
    }
}

/// The error of a request, with the contents of Apple's `userInfo`.
public struct VSError: Error, Sendable, Equatable {
    /// The public code.
    public var code: VSErrorCode
    /// One sentence for the developer. Apple's errors have no message; the simulator's do.
    public var message: String
    /// The underlying private code.
    public var underlyingCode: UnderlyingCode?
    /// The current permission, for errors about permission.
    public var accessStatus: AccessStatus?
    /// `VSErrorInfoKeyUnsupportedProviderIdentifier`; nil if no specific provider is concerned.
    public var unsupportedProviderIdentifier: String?
    /// `VSErrorInfoKeyAccountProviderResponse`, from which the two SAML keys are derived if its scheme is SAML.
    public var accountProviderResponse: ProviderResponse?

    /// Creates an error.
    public init(
        _ code: VSErrorCode, _ message: String, underlyingCode: UnderlyingCode? = nil, accessStatus: AccessStatus? = nil,
        unsupportedProviderIdentifier: String? = nil
    ) {
        self.code = code
        self.message = message
        self.underlyingCode = underlyingCode
        self.accessStatus = accessStatus
        self.unsupportedProviderIdentifier = unsupportedProviderIdentifier
    }

    /// Returns the error for access that is not granted, with the permission and its private code.
    static func accessNotGranted(_ status: AccessStatus, app: ApplicationID) -> VSError {
        VSError(
            .accessNotGranted, "\(app) may not read the TV provider account: access is \(status.rawValue)",
            underlyingCode: status.underlyingCode, accessStatus: status)
    }

    /// Returns the error for a missing usage description, without which the user cannot be prompted.
    static func usageDescriptionMissing(_ status: AccessStatus, app: ApplicationID) -> VSError {
        VSError(
            .accessNotGranted, "\(app) has no usage description; Register accepts it as usage-description",
            underlyingCode: .usageDescriptionMissing, accessStatus: status)
    }

    /// Returns the error for a prompt that the user cancelled, or that nobody could answer.
    static func userCancelled(_ message: String) -> VSError { VSError(.userCancelled, message) }

    /// Returns the error for a provider that did not respond within its time limit (row P10). For the adapter that measures the
    /// time.
    public static func providerTooSlow(_ provider: Provider) -> VSError {
        VSError(
            .serviceTemporarilyUnavailable, "\(provider.id) did not answer in time", underlyingCode: .providerTooSlow)
    }

    /// Returns the error for changes that could not be stored, with the reason in one sentence.
    public static func notStored(_ reason: String) -> VSError {
        VSError(.serviceTemporarilyUnavailable, "the change was not stored: \(reason)")
    }

    /// Returns the error for a region without television providers, if access was never decided.
    static func unsupportedRegion(_ region: Region) -> VSError {
        VSError(
            .unsupported, "region \(region) has no TV providers", underlyingCode: nil, accessStatus: .notDetermined)
    }
}
