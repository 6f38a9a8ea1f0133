import DBus
import DeviceInterfaces

/// The values of the device's enumerations in Apple's types.
enum Vocabulary {
    static let accessStatuses: [SubscriberAccountInterface.AccessStatus: VSAccountAccessStatus] = [
        .notDetermined: .notDetermined, .restricted: .restricted, .denied: .denied, .granted: .granted,
    ]
    static let accountTypes: [UserAccountsInterface.AccountType: VSUserAccount.AccountType] = [.free: .free, .paid: .paid]
    static let deviceCategories: [UserAccountsInterface.DeviceCategory: VSUserAccount.OriginatingDeviceCategory] = [
        .mobile: .mobile, .other: .other,
    ]
    @available(*, deprecated)
    static let accessLevels: [UserAccountsInterface.AccessLevel: VSSubscriptionAccessLevel] = [
        .unknown: .unknown, .freeWithAccount: .freeWithAccount, .paid: .paid,
    ]
    static let authorizations: [UserAccountsInterface.Authorization: VSUserAccountManager.AutoSignInAuthorization] = [
        .notDetermined: .notDetermined, .granted: .granted, .denied: .denied,
    ]

    private typealias Failure = SubscriberAccountInterface.Failure

    /// Apple's codes of the device's errors.
    static let errors: [ErrorName: VSError.Code] = [
        Failure.accessNotGranted: .accessNotGranted, Failure.unsupportedProvider: .unsupportedProvider,
        Failure.userCancelled: .userCancelled, Failure.serviceTemporarilyUnavailable: .serviceTemporarilyUnavailable,
        Failure.providerRejected: .providerRejected, Failure.invalidVerificationToken: .invalidVerificationToken,
        Failure.rejected: .rejected, Failure.unsupported: .unsupported,
    ]

    /// Returns the value for a name in one of these tables; nil if there is none.
    static func value<Name: RawRepresentable<String>, Value>(of text: String?, in table: [Name: Value]) -> Value? {
        text.flatMap(Name.init).flatMap { table[$0] }
    }

    /// Returns the name of a value in one of these tables.
    static func text<Name: RawRepresentable<String>, Value: Equatable>(of value: Value, in table: [Name: Value]) -> String {
        table.first { $0.value == value }?.key.rawValue ?? ""
    }
}
