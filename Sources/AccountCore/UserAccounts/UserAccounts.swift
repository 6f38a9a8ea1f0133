/// What one app told about its own account, and its automatic sign-in.
public struct ApplicationUserAccount: Sendable, Equatable {
    /// The account, signed out or not; nil when the app has told of none.
    public var account: UserAccount?
    /// The automatic-sign-in token: opaque, without an end. Mirrors `AutoSignInToken.value`.
    public var token: String?
    /// Whether the app may sign the user in by itself.
    public var authorization = AutoSignInAuthorization.notDetermined
    /// What allows the app to store a token: handed out by the last granted request.
    public var updateContext: String?

    /// Nothing told.
    public init() {}
}

/// Every app's own account. Apps neither see nor change each other's, and nothing here changes the TV-provider account.
public struct UserAccounts: Sendable, Equatable {
    private var table = ShardedTable<ApplicationUserAccount>()

    /// None.
    public init() {}

    /// What an app told; nil when it has told nothing.
    public subscript(app: ApplicationID) -> ApplicationUserAccount? {
        get { table[app] }
        set { table[app] = newValue == ApplicationUserAccount() ? nil : newValue }
    }

    /// The apps that told something, in alphabetical order.
    public var applications: [ApplicationID] { table.keys.sorted() }

    /// Whether an app may sign the user in by itself.
    public func authorization(of app: ApplicationID) -> AutoSignInAuthorization { table[app]?.authorization ?? .notDetermined }

    /// What `userAccounts(options:)` answers: the app's own account on this device, unless it is signed out. The simulator has
    /// one device, so that `allDevices` adds nothing.
    public func accounts(of app: ApplicationID) -> [UserAccount] {
        guard let account = table[app]?.account, !account.isSignedOut else { return [] }
        return [account]
    }
}
