import DBus
import Foundation
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

@Suite("automatic sign-in")
struct AutoSignInTests {
    @Test(
        "the token and the user's decision",
        arguments: [
            (["authorization": BusVariant("not-determined")], nil, VSUserAccountManager.AutoSignInAuthorization.notDetermined),
            (["authorization": BusVariant("denied")], nil, .denied),
            (["authorization": BusVariant("granted"), "value": BusVariant("token")], "token", .granted),
            (["authorization": BusVariant("a later version's")], nil, .notDetermined),
        ] as [(VariantDictionary, String?, VSUserAccountManager.AutoSignInAuthorization)])
    func token(
        details: VariantDictionary, value: String?, authorization: VSUserAccountManager.AutoSignInAuthorization
    ) async throws {
        try await FakeDevice.withLink { device, link in
            device.answerAccounts { _ in [details] }
            let token = try await VSUserAccountManager(link: link).autoSignInToken
            #expect(token.value == value)
            #expect(token.authorization == authorization)
        }
    }

    @Test("a token is stored with the context of the user's agreement, and deleted")
    func store() async throws {
        try await FakeDevice.withLink { device, link in
            let manager = VSUserAccountManager(link: link)
            device.answerRequests {
                try await $0.complete(["authorization": BusVariant("granted"), "update-context": BusVariant("context-1")])
            }
            let context = try await manager.requestAutoSignInAuthorization()
            #expect(context.authorization == .granted)
            try await manager.updateAutoSignInToken("secret", updateContext: context)
            try await manager.deleteAutoSignInToken()
            #expect(
                device.accountCalls.events == [
                    .init(member: "UpdateAutoSignInToken", arguments: [.string("secret"), .string("context-1")]),
                    .init(member: "DeleteAutoSignInToken", arguments: []),
                ])
        }
    }

    @Test(
        "a denial is an answer, and so is a dismissed prompt",
        arguments: [("denied", VSUserAccountManager.AutoSignInAuthorization.denied), ("not-determined", .notDetermined)])
    func refused(text: String, authorization: VSUserAccountManager.AutoSignInAuthorization) async throws {
        try await FakeDevice.withLink { device, link in
            let manager = VSUserAccountManager(link: link)
            device.answerRequests {
                try await $0.complete(["authorization": BusVariant(text), "update-context": BusVariant("")])
            }
            let context = try await manager.requestAutoSignInAuthorization()
            #expect(context.authorization == authorization)
            device.answerAccounts { _ in throw try FakeDevice.error("Rejected", "not the context") }
            let error = await #expect(throws: VSError.self) {
                try await manager.updateAutoSignInToken("secret", updateContext: context)
            }
            #expect(error?.code == .rejected)
        }
    }

    @Test("a cancelled task withdraws the prompt; a device that crashes ends it")
    func ends() async throws {
        try await FakeDevice.withLink { device, link in
            device.answerRequests { _ in }
            let task = Task { try await VSUserAccountManager(link: link).requestAutoSignInAuthorization().authorization }
            let request = try await device.requests.next("request")
            #expect(request.member == "RequestAutoSignInAuthorization")
            task.cancel()
            let cancelled = await #expect(throws: VSError.self) { try await task.value }
            #expect(cancelled?.code == .userCancelled)
            _ = try await request.cancellations.next("Cancel")
            let other = Task { try await VSUserAccountManager(link: link).requestAutoSignInAuthorization().authorization }
            _ = try await device.requests.next("request")
            await device.leave()
            let lost = await #expect(throws: VSError.self) { try await other.value }
            #expect(lost?.code == .serviceTemporarilyUnavailable)
        }
    }
}
