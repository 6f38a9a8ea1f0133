import DBus
import Foundation
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

@Suite("subscription registration")
struct SubscriptionTests {
    private let reports = Recorder<String>()

    @available(*, deprecated)
    private func center(_ link: DeviceLink) -> VSSubscriptionRegistrationCenter {
        let reports = reports
        return VSSubscriptionRegistrationCenter(link: link) { reports.record($0) }
    }

    private func details(_ call: FakeDevice.AccountCall) throws -> VariantDictionary {
        try VariantDictionary(dbusValue: try #require(call.arguments.first))
    }

    @available(*, deprecated)
    @Test("subscriptions arrive in the order of the calls, each in its state then; nil means none")
    func order() async throws {
        try await FakeDevice.withLink { device, link in
            let center = center(link)
            let subscription = VSSubscription()
            subscription.accessLevel = .freeWithAccount
            center.setCurrentSubscription(subscription)
            subscription.accessLevel = .paid
            subscription.expirationDate = Date(timeIntervalSince1970: 1_767_225_600)
            subscription.tierIdentifiers = ["gold"]
            subscription.billingIdentifier = "bill-1"
            center.setCurrentSubscription(subscription)
            center.setCurrentSubscription(nil)
            var found: [VariantDictionary] = []
            for _ in 0..<3 { found.append(try details(try await device.accountCalls.next("SetCurrentSubscription"))) }
            #expect(
                found == [
                    ["access-level": BusVariant("free-with-account")],
                    [
                        "access-level": BusVariant("paid"), "expiration-date": BusVariant(Int64(1_767_225_600)),
                        "tier-identifiers": BusVariant(["gold"]), "billing-identifier": BusVariant("bill-1"),
                    ],
                    [:],
                ])
            #expect(Set(device.accountCalls.events.map(\.member)) == ["SetCurrentSubscription"])
            #expect(reports.events.isEmpty)
        }
    }

    @available(*, deprecated)
    @Test("rejected subscriptions, also with an unknown access level, are reported, and the next one succeeds")
    func refused() async throws {
        try await FakeDevice.withLink { device, link in
            device.answerAccounts { call in
                let details = try VariantDictionary(dbusValue: call.arguments[0])
                guard details["access-level"] == BusVariant("paid") else {
                    throw ErrorReply(.invalidArguments, message: "access-level: must be free-with-account or paid")
                }
                return []
            }
            let center = center(link)
            let subscription = VSSubscription()
            center.setCurrentSubscription(subscription)
            let report = try await reports.next("report")
            #expect(report.contains("access-level: must be free-with-account or paid"))
            subscription.accessLevel = .paid
            center.setCurrentSubscription(subscription)
            _ = try await device.accountCalls.next { $0.arguments.description.contains("paid") }
            #expect(reports.events.count == 1)
        }
    }

    @available(*, deprecated)
    @Test("a subscription has Apple's raw values and defaults")
    func values() {
        #expect([VSSubscriptionAccessLevel.unknown, .freeWithAccount, .paid].map(\.rawValue) == [0, 1, 2])
        let subscription = VSSubscription()
        #expect(subscription.accessLevel == .unknown)
        #expect(subscription.expirationDate == .distantFuture)
        #expect(subscription.tierIdentifiers == [])
        #expect(subscription.billingIdentifier == nil)
        // A null-resettable property has its default again.
        subscription.expirationDate = Date(timeIntervalSince1970: 0)
        subscription.tierIdentifiers = ["gold"]
        subscription.expirationDate = nil
        subscription.tierIdentifiers = nil
        #expect(subscription.expirationDate == .distantFuture && subscription.tierIdentifiers == [])
        #expect(subscription.details == ["access-level": BusVariant("unknown")])
        #expect(VSSubscriptionRegistrationCenter.default() === VSSubscriptionRegistrationCenter.default())
    }
}
