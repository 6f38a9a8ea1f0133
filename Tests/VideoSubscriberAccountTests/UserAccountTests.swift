import DBus
import Foundation
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

@Suite("user accounts")
struct UserAccountTests {
    private static let full: VSUserAccount = {
        var account = VSUserAccount(accountType: .paid, updateURL: URL(string: "https://tv.example/account"))
        account.requiresSystemTrust = true
        account.accountProviderIdentifier = "alpha.example"
        account.identifier = "user-1"
        account.isSignedOut = true
        account.subscriptionBillingCycleEndDate = Date(timeIntervalSince1970: 1_767_225_600)
        account.tierIdentifiers = ["gold", "sports"]
        account.billingIdentifier = "bill-1"
        account.authenticationData = "opaque"
        account.appleSubscription = VSAppleSubscription(customerID: "customer", productCodes: ["one", "two"])
        return account
    }()

    private static let fullDetails: VariantDictionary = [
        "update-url": BusVariant("https://tv.example/account"), "requires-system-trust": BusVariant(true),
        "account-provider-identifier": BusVariant("alpha.example"), "identifier": BusVariant("user-1"),
        "account-type": BusVariant("paid"), "is-signed-out": BusVariant(true),
        "subscription-billing-cycle-end-date": BusVariant(Int64(1_767_225_600)),
        "tier-identifiers": BusVariant(["gold", "sports"]), "billing-identifier": BusVariant("bill-1"),
        "authentication-data": BusVariant("opaque"),
        "apple-subscription": BusVariant(
            ["customer-id": BusVariant("customer"), "product-codes": BusVariant(["one", "two"])] as VariantDictionary),
    ]

    @Test("update sends every property under its key")
    func update() async throws {
        try await FakeDevice.withLink { device, link in
            let manager = VSUserAccountManager(link: link)
            try await manager.update(Self.full)
            try await manager.update(VSUserAccount(updateURL: nil))
            #expect(device.accountCalls.events.map(\.member) == ["UpdateAccount", "UpdateAccount"])
            let details = try device.accountCalls.events.map {
                try VariantDictionary(dbusValue: try #require($0.arguments.first))
            }
            var expected = Self.fullDetails
            // The order of a dictionary's entries is irrelevant.
            let subscription = expected.removeValue(forKey: "apple-subscription")
            var found = details[0]
            let sent = found.removeValue(forKey: "apple-subscription")
            #expect(found == expected)
            #expect(
                try VariantDictionary(dbusValue: #require(sent).value)
                    == VariantDictionary(dbusValue: #require(subscription).value))
            #expect(details[1] == ["account-type": BusVariant("free")])
        }
    }

    @Test("userAccounts reads every key into its property", arguments: [VSUserAccountManager.QueryOptions(), .allDevices])
    func list(options: VSUserAccountManager.QueryOptions) async throws {
        try await FakeDevice.withLink { device, link in
            let own: VariantDictionary = ["is-from-current-device": BusVariant(false), "device-category": BusVariant("mobile")]
            device.answerAccounts { _ in [[Self.fullDetails.merging(own) { $1 }, [:]]] }
            let accounts = try await VSUserAccountManager(link: link).userAccounts(options: options)
            var expected = Self.full
            expected.isFromCurrentDevice = false
            expected.deviceCategory = .mobile
            #expect(accounts == [expected, VSUserAccount(updateURL: nil)])
            #expect(
                device.accountCalls.events == [
                    .init(member: "ListAccounts", arguments: [.uint32(UInt32(options.rawValue))])
                ])
        }
    }

    @Test("errors of the device are thrown, and so is an unreadable reply")
    func errors() async throws {
        try await FakeDevice.withLink { device, link in
            let manager = VSUserAccountManager(link: link)
            device.answerAccounts { _ in throw try FakeDevice.error("Rejected", "another provider is signed in") }
            let rejected = await #expect(throws: VSError.self) { try await manager.update(Self.full) }
            #expect(rejected?.code == .rejected)
            #expect(rejected?.localizedDescription == "another provider is signed in")
            device.answerAccounts { _ in [[["identifier": BusVariant(UInt32(1))] as VariantDictionary]] }
            let unreadable = await #expect(throws: VSError.self) { try await manager.userAccounts() }
            #expect(unreadable?.code == .serviceTemporarilyUnavailable)
            #expect(unreadable?.localizedDescription.contains("identifier") == true)
            await device.leave()
            let gone = await #expect(throws: VSError.self) { try await manager.update(Self.full) }
            #expect(gone?.code == .serviceTemporarilyUnavailable)
        }
    }

    @Test("types, categories and options have Apple's raw values, and a new account Apple's defaults")
    func values() {
        #expect([VSUserAccount.AccountType.free, .paid].map(\.rawValue) == [0, 1])
        #expect([VSUserAccount.OriginatingDeviceCategory.mobile, .other].map(\.rawValue) == [0, 1])
        #expect([VSUserAccountManager.QueryOptions(), .allDevices].map(\.rawValue) == [0, 1])
        let account = VSUserAccount(updateURL: nil)
        #expect(account.accountType == .free)
        #expect(!account.requiresSystemTrust && !account.isSignedOut && account.isFromCurrentDevice)
        #expect(account == VSUserAccount(accountType: .free, updateURL: nil))
        #expect(Set([account, Self.full, account]).count == 2)
        #expect(VSUserAccountManager.shared === VSUserAccountManager.shared)
    }

    @Test(
        "dates beyond the range of Unix seconds are clamped", arguments: [(Double.infinity, Int64.max), (-1e30, .min), (0.9, 0)])
    func dates(seconds: Double, wire: Int64) {
        #expect(Date(timeIntervalSince1970: seconds).unixSeconds == wire)
    }
}
