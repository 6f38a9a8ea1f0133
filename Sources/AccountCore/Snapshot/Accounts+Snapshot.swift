import Encodings
import TVWorld

/// The account in a snapshot, and in the device's state file.
extension SystemAccount {
    private static let snapshotKeys = ["provider", "subscriber", "signed-in-at", "expires-at", "seed"]

    /// The account, with the seed of `verification-data` in hexadecimal digits.
    package var snapshotDocument: JSON {
        [
            "provider": .string(provider), "subscriber": .string(subscriber), "signed-in-at": .integer(signedInAt),
            "expires-at": .integer(expiresAt), "seed": .string(hexadecimal(seed)),
        ]
    }

    /// Creates an account from a snapshot.
    ///
    /// - Throws: `InvalidInput` with the first invalid field.
    package init(snapshot value: JSON, at path: String) throws(InvalidInput) {
        let fields = try SnapshotFields(value, at: path, keys: Self.snapshotKeys)
        let text = try fields.text("seed")
        let halves = text.utf8.compactMap(hexadecimalValue)
        guard halves.count == text.utf8.count, halves.count.isMultiple(of: 2), halves.count <= 128 else {
            throw fields.refusal("seed", "at most 64 bytes as hexadecimal digits")
        }
        let seconds = (ClockSetting.representable.lowerBound / 1_000)...(Int64.max / 1_000)
        self.init(
            provider: try fields.text("provider"), subscriber: try fields.text("subscriber"),
            signedInAt: try fields.integer("signed-in-at", in: seconds), expiresAt: try fields.integer("expires-at", in: seconds),
            seed: stride(from: 0, to: halves.count, by: 2).map { halves[$0] << 4 | halves[$0 + 1] })
    }
}

extension UserAccounts {
    /// Adds an element of `user-accounts`.
    ///
    /// - Throws: `InvalidInput` with the first invalid field.
    package mutating func add(snapshot value: JSON, at path: String) throws(InvalidInput) {
        let fields = try SnapshotFields(value, at: path, keys: ApplicationUserAccount.snapshotKeys)
        self[try fields.application()] = try ApplicationUserAccount(fields)
    }
}

/// The own account of an app in a snapshot, and in the device's state file.
extension ApplicationUserAccount {
    /// All keys of an element of `user-accounts`.
    fileprivate static let snapshotKeys = ["id", "authorization", "token", "update-context", "account"]

    /// Returns an element of `user-accounts`.
    package func snapshotDocument(of app: ApplicationID) -> JSON {
        [
            "id": .string(app.text), "authorization": .string(authorization.rawValue), "token": .optional(token),
            "update-context": .optional(updateContext), "account": account?.snapshotDocument ?? .null,
        ]
    }

    /// Creates an account from an element of `user-accounts`.
    fileprivate init(_ fields: SnapshotFields) throws(InvalidInput) {
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

    fileprivate var snapshotDocument: JSON {
        [
            "paid": .bool(accountType == .paid), "update-url": .optional(updateURL),
            "requires-system-trust": .bool(requiresSystemTrust), "provider": .optional(accountProviderIdentifier),
            "identifier": .optional(identifier), "signed-out": .bool(isSignedOut),
            "billing-cycle-end": subscriptionBillingCycleEndDate.map { JSON.integer($0) } ?? .null,
            "tiers": tierIdentifiers.map(JSON.strings) ?? .null, "billing-identifier": .optional(billingIdentifier),
            "authentication-data": .optional(authenticationData), "apple-customer": .optional(appleSubscription?.customerID),
            "apple-products": appleSubscription.map { JSON.strings($0.productCodes) } ?? .null,
        ]
    }

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
