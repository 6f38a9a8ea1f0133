import TVWorld

/// The own account of an app in a snapshot.
extension ApplicationUserAccount {
    /// All keys of an element of `user-accounts`.
    static let snapshotKeys = ["id", "authorization", "token", "update-context", "account"]

    /// An element of `user-accounts`.
    func snapshotDocument(of app: ApplicationID) -> JSON {
        .object([
            .init("id", .string(app.text)), .init("authorization", .string(authorization.rawValue)),
            .init("token", .optional(token)), .init("update-context", .optional(updateContext)),
            .init("account", account?.snapshotDocument ?? .null),
        ])
    }

    /// Creates an account from an element of `user-accounts`.
    init(_ fields: SnapshotFields) throws(InvalidInput) {
        self.init()
        authorization = try fields.optionalChoice("authorization", of: AutoSignInAuthorization.self) ?? .notDetermined
        token = try InvalidInput.checkLength(
            fields.optionalText("token"), of: fields.field("token"), atMost: UserAccount.maximumLength)
        updateContext = try InvalidInput.checkLength(
            fields.optionalText("update-context"), of: fields.field("update-context"), atMost: UserAccount.maximumLength)
        if let value = fields["account"] { account = try UserAccount(snapshot: value, at: fields.field("account")) }
    }
}

extension UserAccount {
    private static let snapshotKeys = [
        "paid", "update-url", "requires-system-trust", "provider", "identifier", "signed-out", "billing-cycle-end", "tiers",
        "billing-identifier", "authentication-data", "apple-customer", "apple-products",
    ]

    /// The account.
    fileprivate var snapshotDocument: JSON {
        .object([
            .init("paid", .bool(accountType == .paid)), .init("update-url", .optional(updateURL)),
            .init("requires-system-trust", .bool(requiresSystemTrust)), .init("provider", .optional(accountProviderIdentifier)),
            .init("identifier", .optional(identifier)), .init("signed-out", .bool(isSignedOut)),
            .init("billing-cycle-end", subscriptionBillingCycleEndDate.map { .integer($0) } ?? .null),
            .init("tiers", tierIdentifiers.map { .strings($0) } ?? .null),
            .init("billing-identifier", .optional(billingIdentifier)),
            .init("authentication-data", .optional(authenticationData)),
            .init("apple-customer", .optional(appleSubscription?.customerID)),
            .init("apple-products", appleSubscription.map { .strings($0.productCodes) } ?? .null),
        ])
    }

    /// Creates an account from a snapshot.
    fileprivate init(snapshot value: JSON, at path: String) throws(InvalidInput) {
        self.init()
        let fields = try SnapshotFields(value, at: path, keys: Self.snapshotKeys)
        accountType = try fields.flag("paid") ? .paid : .free
        updateURL = try fields.optionalText("update-url")
        requiresSystemTrust = try fields.flag("requires-system-trust")
        accountProviderIdentifier = try fields.optionalText("provider")
        identifier = try fields.optionalText("identifier")
        isSignedOut = try fields.flag("signed-out")
        subscriptionBillingCycleEndDate = try fields.optionalInteger("billing-cycle-end")
        tierIdentifiers = try fields.optionalTexts("tiers")
        billingIdentifier = try fields.optionalText("billing-identifier")
        authenticationData = try fields.optionalText("authentication-data")
        if let customer = try fields.optionalText("apple-customer") {
            appleSubscription = AppleSubscription(
                customerID: customer, productCodes: try fields.optionalTexts("apple-products") ?? [])
        }
        do throws(InvalidInput) { try check() } catch { throw error.at("\(path).\(error.field)") }
    }
}
