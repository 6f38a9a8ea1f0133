import Foundation
import VideoSubscriberAccount

/// What an app registers about its own accounts, and its automatic sign-in.
@MainActor
final class MembershipModel {
    private let accountManager = VSUserAccountManager.shared
    private(set) var accounts: [VSUserAccount] = []

    /// The new way, for each sign-in.
    func register(identifier: String, tiers: [String]) async throws {
        var account = VSUserAccount(accountType: .paid, updateURL: URL(string: "https://tv.example/account"))
        account.identifier = identifier
        account.tierIdentifiers = tiers
        account.subscriptionBillingCycleEndDate = Date(timeIntervalSince1970: 2_000_000_000)
        account.billingIdentifier = "billing"
        account.authenticationData = "opaque"
        account.appleSubscription = VSAppleSubscription(customerID: "customer", productCodes: ["monthly"])
        try await accountManager.update(account)
        accounts = try await accountManager.userAccounts(options: .allDevices)
    }

    /// The user has signed out.
    func signOut() async throws {
        guard var account = accounts.first(where: { $0.isFromCurrentDevice }) else { return }
        account.isSignedOut = true
        try await accountManager.update(account)
        accounts = try await accountManager.userAccounts()
    }

    /// The old way, whenever the app comes to the front.
    @available(*, deprecated)
    nonisolated func registerSubscription() {
        let subscription = VSSubscription()
        subscription.expirationDate = Date(timeIntervalSince1970: 2_000_000_000)
        subscription.accessLevel = .paid
        subscription.tierIdentifiers = ["silver"]
        subscription.billingIdentifier = "billing"
        VSSubscriptionRegistrationCenter.default().setCurrentSubscription(subscription)
    }

    /// Offers automatic sign-in after a sign-in.
    func offerAutomaticSignIn(token newToken: String) async -> String {
        do {
            let token = try await accountManager.autoSignInToken
            if token.value != nil, token.authorization == .granted { return "stored before" }
            let context = try await accountManager.requestAutoSignInAuthorization()
            guard context.authorization == .granted else { return "refused" }
            try await accountManager.updateAutoSignInToken(newToken, updateContext: context)
            return try await accountManager.autoSignInToken.value ?? "nothing"
        } catch let error as VSError where error.code == .rejected {
            return "rejected"
        } catch {
            return "failed: \(error.localizedDescription)"
        }
    }

    func forgetAutomaticSignIn() async throws -> Bool {
        try await accountManager.deleteAutoSignInToken()
        let token = try await accountManager.autoSignInToken
        return token.value == nil && token.authorization == .notDetermined
    }
}
