/// The codes of `VSError`, in Apple's order and with Apple's values.
public enum VSErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// The person has not granted the app access.
    case accessNotGranted = 0
    /// The account's provider, or the provider picked, cannot be used here.
    case unsupportedProvider = 1
    /// The person cancelled.
    case userCancelled = 2
    /// A time-out or an unreachable service; trying again may work.
    case serviceTemporarilyUnavailable = 3
    /// The provider refused the request.
    case providerRejected = 4
    /// The provider refused the verification token.
    case invalidVerificationToken = 5
    /// The system refused the request.
    case rejected = 6
    /// The device's region has no such service.
    case unsupported = 7

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
