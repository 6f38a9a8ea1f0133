import TVWorld

extension VSError {
    /// Returns the error that a fault causes, with the same information as the device's own error, except a provider's response:
    /// the call fails before a provider has responded.
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

    /// Returns the error for a provider that ended the connection in the middle of its answer.
    public static func providerGone(_ provider: Provider) -> VSError {
        VSError(.serviceTemporarilyUnavailable, "\(provider.id) ended the connection before its answer was complete")
    }

    /// Returns the error for a provider whose response is empty.
    public static func emptyResponse(of provider: Provider) -> VSError {
        VSError(
            .serviceTemporarilyUnavailable, "\(provider.id) returned an empty response", underlyingCode: .unexpectedData)
    }
}
