/// The failure of a provider that the device handles itself, before the app receives a `VSError`.
public enum ProviderFailure: String, Sendable, CaseIterable {
    /// The provider requests a new verification token; the device then sends its request again (row P12).
    case tokenRegenerationNeeded = "TokenRegenerationNeeded"
    /// The response has neither a status nor a body (row P13).
    case emptyResponse = "EmptyResponse"
}

extension FaultPoint {
    /// The accepted values of a fault's `error` at this point: at the device the names of Apple's `VSError` codes, and of
    /// ``ProviderFailure`` for a provider's response; at the service the errors in the endpoint's documentation.
    public var errors: [String] {
        switch self {
        case .deviceSAML: Self.deviceErrors + ProviderFailure.allCases.map(\.rawValue)
        case _ where side == .device: Self.deviceErrors
        case .registration, .accessToken: Self.registrationErrors
        case .service: Self.registrationErrors + (Self.accessErrors + Self.codes).filter { !Self.registrationErrors.contains($0) }
        case .webLogin, .providerPages, .providerSAML: Self.codes
        case _ where isVersion2: Self.codes
        default: Self.accessErrors + Self.codes
        }
    }

    private static let deviceErrors = VSErrorCode.allCases.map(\.name)
    private static let registrationErrors = RegistrationError.allCases.map(\.rawValue)
    private static let accessErrors = AccessError.allCases.map(\.rawValue)
    private static let codes = ErrorCode.allCases.map(\.rawValue)
}
