/// The codes of `VSError`, in Apple's order and with Apple's values.
public enum VSErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// The user has not granted the app access.
    case accessNotGranted = 0
    /// The account's provider, or the selected provider, is not supported.
    case unsupportedProvider = 1
    /// The user cancelled.
    case userCancelled = 2
    /// A timeout or an unreachable service; trying again may help.
    case serviceTemporarilyUnavailable = 3
    /// The provider rejected the request.
    case providerRejected = 4
    /// The provider rejected the verification token.
    case invalidVerificationToken = 5
    /// The system rejected the request.
    case rejected = 6
    /// The feature is not available in the device's region.
    case unsupported = 7

    /// Apple's name, capitalized as on the bus and in scenario files: `UserCancelled`.
    public var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Creates the code with a name; nil if there is none.
    public init?(name: String) {
        guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = code
    }
}
