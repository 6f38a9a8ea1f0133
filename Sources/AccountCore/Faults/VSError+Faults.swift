import TVWorld

extension VSErrorCode {
    /// Apple's name with a capital letter, as errors are called on the bus and in scenario files: `UserCancelled`.
    public var name: String {
        switch self {
        case .accessNotGranted: "AccessNotGranted"
        case .unsupportedProvider: "UnsupportedProvider"
        case .userCancelled: "UserCancelled"
        case .serviceTemporarilyUnavailable: "ServiceTemporarilyUnavailable"
        case .providerRejected: "ProviderRejected"
        case .invalidVerificationToken: "InvalidVerificationToken"
        case .rejected: "Rejected"
        case .unsupported: "Unsupported"
        }
    }

    /// The code of a name; nil when there is none.
    public init?(name: String) {
        guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = code
    }
}

extension VSError {
    /// The error that a fault makes, with the info that the device itself would give with it.
    public static func struck(by fault: String, _ code: VSErrorCode, in state: DeviceState) -> VSError {
        var error = VSError(code, "the fault \(fault) makes the call fail")
        switch code {
        case .accessNotGranted:
            error.accessStatus = .denied
            error.underlyingCode = .accessDenied
        case .unsupportedProvider: error.unsupportedProviderIdentifier = state.account?.provider
        case .unsupported: error.accessStatus = .notDetermined
        default: break
        }
        return error
    }

    /// The provider ended the connection in the middle of its answer.
    public static func providerGone(_ provider: Provider) -> VSError {
        VSError(.serviceTemporarilyUnavailable, "\(provider.id) ended the connection before its answer was complete")
    }
}
