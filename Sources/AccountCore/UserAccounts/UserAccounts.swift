/// Whether an account of an app is paid for. Mirrors `VSUserAccount.AccountType`; the raw value is the string on the bus.
public enum UserAccountType: String, Sendable, Hashable, CaseIterable {
    /// `free`
    case free
    /// `paid`
    case paid
}

/// A subscription that was bought through Apple. Mirrors `VSAppleSubscription`.
public struct AppleSubscription: Sendable, Equatable {
    /// `customerID`
    public var customerID: String
    /// `productCodes`
    public var productCodes: [String]

    /// Creates a subscription.
    public init(customerID: String, productCodes: [String]) {
        self.customerID = customerID
        self.productCodes = productCodes
    }
}

/// An account that an app has with its own service. Mirrors `VSUserAccount`, property by property; the defaults are Apple's.
public struct UserAccount: Sendable, Equatable {
    /// `accountType`
    public var accountType = UserAccountType.free
    /// `updateURL`: stored, never fetched.
    public var updateURL: String?
    /// `requiresSystemTrust`, for `updateURL`.
    public var requiresSystemTrust = false
    /// `accountProviderIdentifier`: only that of the signed-in provider, and only with access to it.
    public var accountProviderIdentifier: String?
    /// `identifier`
    public var identifier: String?
    /// `isSignedOut`
    public var isSignedOut = false
    /// `subscriptionBillingCycleEndDate`, in Unix seconds.
    public var subscriptionBillingCycleEndDate: Int64?
    /// `tierIdentifiers`
    public var tierIdentifiers: [String]?
    /// `billingIdentifier`
    public var billingIdentifier: String?
    /// `authenticationData`: opaque.
    public var authenticationData: String?
    /// `appleSubscription`
    public var appleSubscription: AppleSubscription?

    /// The maximum length of a string, in bytes.
    public static let maximumLength = 65_536
    /// The maximum number of elements of an array.
    public static let maximumListCount = 256

    /// Creates a free account.
    public init() {}

    /// The strings of each field.
    var texts: [(field: String, values: [String])] {
        let texts: [(String, String?)] = [
            ("update-url", updateURL), ("account-provider-identifier", accountProviderIdentifier), ("identifier", identifier),
            ("billing-identifier", billingIdentifier), ("authentication-data", authenticationData),
            ("apple-subscription", appleSubscription?.customerID),
        ]
        return texts.map { ($0, $1.map { [$0] } ?? []) } + [
            ("tier-identifiers", tierIdentifiers ?? []), ("apple-subscription", appleSubscription?.productCodes ?? []),
        ]
    }

    /// Checks the sizes, and the address if it requires system trust.
    ///
    /// - Throws: `InvalidInput` with the field.
    func check() throws(InvalidInput) {
        for (field, values) in texts { try Self.check(values, field: field) }
        if requiresSystemTrust, let updateURL, !updateURL.lowercased().hasPrefix("https://") {
            throw InvalidInput(field: "update-url", message: "must be an https address when requires-system-trust is true")
        }
    }

    private static func check(_ texts: [String], field: String) throws(InvalidInput) {
        guard texts.count <= maximumListCount, texts.allSatisfy({ $0.utf8.count <= maximumLength }) else {
            throw InvalidInput(
                field: field, message: "must be at most \(maximumListCount) strings of at most \(maximumLength) bytes")
        }
    }
}

/// The own account of an app, and its automatic sign-in.
public struct ApplicationUserAccount: Sendable, Equatable {
    /// The account, signed out or not; nil if the app has registered none.
    public var account: UserAccount?
    /// The automatic-sign-in token, which is opaque and does not expire. Mirrors `AutoSignInToken.value`.
    public var token: String?
    /// Whether the app may sign the user in automatically.
    public var authorization = AutoSignInAuthorization.notDetermined
    /// The context that allows the app to store a token, issued by the last granted request.
    public var updateContext: String?

    /// Creates an empty value.
    public init() {}

    /// The size of its strings, in bytes.
    var size: Int {
        let own = [token, updateContext].compactMap(\.self) + (account?.texts.flatMap { $0.values } ?? [])
        return own.reduce(0) { $0 + $1.utf8.count }
    }
}

/// The apps' own accounts. Apps can neither see nor change each other's, and these do not affect the TV provider account.
public struct UserAccounts: Sendable, Equatable {
    private var table = ShardedTable<ApplicationUserAccount>()
    /// The size of the strings of all apps, in bytes.
    private(set) var size = 0

    /// The maximum of ``size``: a program can register as any number of apps.
    static let sizeLimit = 16 << 20

    /// The account of an app; nil if it has not registered one.
    public subscript(app: ApplicationID) -> ApplicationUserAccount? {
        get { table[app] }
        set {
            size -= table[app]?.size ?? 0
            table[app] = newValue == ApplicationUserAccount() ? nil : newValue
            size += table[app]?.size ?? 0
        }
    }

    /// The apps with an entry, in alphabetical order.
    public var applications: [ApplicationID] { table.keys.sorted() }

    /// Returns whether an app may sign the user in automatically.
    public func authorization(of app: ApplicationID) -> AutoSignInAuthorization { table[app]?.authorization ?? .notDetermined }

    /// Returns the result of `userAccounts(options:)`: the app's own account on this device, unless it is signed out. The
    /// simulator has one device, so `allDevices` has no effect.
    public func accounts(of app: ApplicationID) -> [UserAccount] {
        guard let account = table[app]?.account, !account.isSignedOut else { return [] }
        return [account]
    }
}

/// Whether an app may sign the user in automatically. Mirrors `VSUserAccountManager.AutoSignInAuthorization`; the raw value is
/// the string on the bus and in the state file.
public enum AutoSignInAuthorization: String, Sendable, Hashable, CaseIterable {
    /// The user has not decided.
    case notDetermined = "not-determined"
    /// The user allowed it.
    case granted
    /// The user denied it.
    case denied
}
