import AccountCore

/// The apps' own accounts.
extension StateFile {
    /// Writes the entry of an app. `account_type` is 0 for free, 1 for paid, and NULL without an account; `apple_customer` is NULL
    /// without an Apple subscription.
    func write(_ entry: ApplicationUserAccount?, of app: ApplicationID) throws(StoreError) {
        guard let entry else {
            return try database.run("DELETE FROM user_account WHERE application = ?", [.text(app.text)])
        }
        let account = entry.account
        try database.run(
            "INSERT OR REPLACE INTO user_account VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .text(app.text), .text(entry.authorization.rawValue), .optional(entry.token), .optional(entry.updateContext),
                account.map { SQLiteValue.flag($0.accountType == .paid) } ?? .null, .optional(account?.updateURL),
                .flag(account?.requiresSystemTrust ?? false), .optional(account?.accountProviderIdentifier),
                .optional(account?.identifier), .flag(account?.isSignedOut ?? false),
                .optional(account?.subscriptionBillingCycleEndDate), TextList.encode(account?.tierIdentifiers),
                .optional(account?.billingIdentifier), .optional(account?.authenticationData),
                .optional(account?.appleSubscription?.customerID),
                TextList.encode(account?.appleSubscription?.productCodes),
            ])
    }

    func loadUserAccounts(into accounts: inout UserAccounts) throws(StoreError) {
        let path = database.path
        try database.rows(
            """
            SELECT application, authorization, token, update_context, account_type, update_url, requires_system_trust,
                provider, identifier, signed_out, billing_cycle_end, tiers, billing_identifier, authentication_data,
                apple_customer, apple_products FROM user_account
            """
        ) { row throws(StoreError) in
            let text = row.text(0) ?? ""
            guard let app = try? ApplicationID(text),
                let authorization = AutoSignInAuthorization(rawValue: row.text(1) ?? "")
            else { throw .damaged(path, "user account \(text)") }
            var entry = ApplicationUserAccount()
            entry.authorization = authorization
            entry.token = row.text(2)
            entry.updateContext = row.text(3)
            if !row.isNull(4) {
                guard (0...1).contains(row.integer(4)) else { throw .damaged(path, "user account \(text)") }
                entry.account = Self.account(from: row)
            }
            accounts[app] = entry
        }
    }

    private static func account(from row: Statement) -> UserAccount {
        var account = UserAccount()
        account.accountType = row.integer(4) == 1 ? .paid : .free
        account.updateURL = row.text(5)
        account.requiresSystemTrust = row.integer(6) != 0
        account.accountProviderIdentifier = row.text(7)
        account.identifier = row.text(8)
        account.isSignedOut = row.integer(9) != 0
        account.subscriptionBillingCycleEndDate = row.isNull(10) ? nil : row.integer(10)
        account.tierIdentifiers = TextList.decode(row, 11)
        account.billingIdentifier = row.text(12)
        account.authenticationData = row.text(13)
        if let customer = row.text(14) {
            account.appleSubscription = AppleSubscription(customerID: customer, productCodes: TextList.decode(row, 15) ?? [])
        }
        return account
    }
}

/// An array of strings in one column: a NUL, then every string followed by a NUL. Strings from the bus contain no NUL.
private enum TextList {
    static func encode(_ texts: [String]?) -> SQLiteValue {
        guard let texts else { return .null }
        return .bytes(texts.reduce(into: [0]) { bytes, text in bytes += text.utf8.filter { $0 != 0 } + [0] })
    }

    static func decode(_ row: Statement, _ column: Int32) -> [String]? {
        guard !row.isNull(column) else { return nil }
        let parts = row.bytes(column).split(separator: 0, omittingEmptySubsequences: false)
        // There is nothing before the first NUL and after the last one.
        return parts.dropFirst().dropLast().map { String(decoding: $0, as: UTF8.self) }
    }
}
