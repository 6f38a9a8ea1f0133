/// The codes of `VSError`, in Apple's order and with Apple's values. `Resources/codes` explains each.
public enum VSErrorCode: Int, Sendable, Hashable, CaseIterable {
    case accessNotGranted = 0
    case unsupportedProvider = 1
    case userCancelled = 2
    case serviceTemporarilyUnavailable = 3
    case providerRejected = 4
    case invalidVerificationToken = 5
    case rejected = 6
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
