import ArgumentParser
import DBus
import DeviceInterfaces
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

@testable import VSAControl

@Suite("calls to the device")
struct DeviceControlTests {
    private let provider: VariantDictionary = [
        "provider-identifier": BusVariant("alpha.example"), "name": BusVariant("Alpha Cable"), "mvpd": BusVariant("AlphaCable"),
        "subscribers": BusVariant(["alice"]),
    ]

    @Test("a write that the device does not keep is a failure")
    func readBack() async throws {
        try await FakeControl.with { fake, device in
            fake.answer("ListApplications") { _ in
                [[["application-id": BusVariant("a"), "access-status": BusVariant("denied")] as VariantDictionary]]
            }
            let access = await #expect(throws: Failure.self) { try await device.setAccess(.granted, application: "a") }
            #expect(access == Failure(.failed, "the change did not take effect: a is denied, not granted"))
            let region = await #expect(throws: Failure.self) {
                fake.answer("GetStatus") { _ in [["version": BusVariant("1"), "region": BusVariant("US")] as VariantDictionary] }
                _ = try await device.setRegion("GB")
            }
            #expect(region?.status == .failed)
            let signOut = await #expect(throws: Failure.self) {
                fake.answer("GetAccount") { _ in
                    [
                        ["account-provider-identifier": BusVariant("alpha.example"), "subscriber": BusVariant("alice")]
                            as VariantDictionary
                    ]
                }
                try await device.signOut(keepAccess: false)
            }
            #expect(signOut?.status == .failed)
            let metadata = await #expect(throws: Failure.self) { try await device.setServiceMetadata("<md/>") }
            #expect(metadata?.status == .failed)
        }
    }

    @Test("providers are found by both identifiers; a typo leads to the nearest one")
    func providers() async throws {
        try await FakeControl.with { fake, device in
            let provider = provider
            fake.answer("ListProviders") { _ in [[provider]] }
            let byPlatform = try await device.provider("alpha.example")
            let byService = try await device.provider("AlphaCable")
            #expect(byPlatform == byService)
            let failure = await #expect(throws: Failure.self) { try await device.provider("alfacable") }
            #expect(failure?.status == .notFound)
            #expect(failure?.advice == "Did you mean AlphaCable?")
        }
    }

    @Test("a sign-in that replaces another one, or that no app can use, is reported in a remark")
    func signInRemarks() {
        let (alice, bob) = (
            AccountRecord(provider: "alpha.example", subscriber: "alice"),
            AccountRecord(provider: "alpha.example", subscriber: "bob")
        )
        let remembered = AccountRecord(provider: "beta.example", subscriber: nil, isRemembered: true)
        func remarks(
            _ account: AccountRecord, replacing previous: AccountRecord?, boarding: String = "SUPPORTED", inLineUp: Bool = true,
            isSuspended: Bool = false
        ) -> [String] {
            let provider = ProviderRecord(
                id: account.provider, name: "", mvpd: "", boardingStatus: boarding, isInLineUp: inLineUp)
            return AccountCommand.SignIn.remarks(
                on: account, at: provider, replacing: previous, isSuspended: isSuspended)
        }
        for previous in [nil, alice, remembered] { #expect(remarks(alice, replacing: previous).isEmpty) }
        #expect(
            remarks(bob, replacing: alice) == ["alice was signed out of alpha.example; apps keep their access"])
        for boarding in ["PICKER", "none"] {
            #expect(
                remarks(alice, replacing: nil, boarding: boarding, inLineUp: false)
                    == ["apps get UnsupportedProvider: alpha.example does not take part in single sign-on"])
        }
        #expect(
            remarks(alice, replacing: nil, inLineUp: false)
                == ["apps get UnsupportedProvider: alpha.example is not in the line-up of the device's region"])
        #expect(
            remarks(bob, replacing: nil, isSuspended: true)
                == ["single sign-on fails with ProviderRejected: the account of bob is suspended"])
    }

    @Test("the suspension of an account is read from the device's world")
    func suspension() async throws {
        try await FakeControl.with { fake, device in
            func isSuspended(_ subscriber: String, at provider: String) async -> Bool {
                await device.isSuspended(AccountRecord(provider: provider, subscriber: subscriber))
            }
            #expect(await !isSuspended("carol", at: "alpha.example"), "no world was read")
            fake.answer("ExportScenario") { _ in [Scenario.default.document.serialized] }
            for provider in ["alpha.example", "developer.example"] {
                #expect(await isSuspended("carol", at: provider), "\(provider)")
                #expect(await !isSuspended("alice", at: provider), "\(provider)")
            }
        }
    }

    @Test("a user who stays signed in at a removed developer provider is reported in a remark")
    func removalRemark() async throws {
        try await FakeControl.with { fake, device in
            fake.answer("GetAccount") { _ in
                [
                    ["account-provider-identifier": BusVariant("test.example"), "subscriber": BusVariant("alice")]
                        as VariantDictionary
                ]
            }
            let remark = try await device.remark(removing: "test.example")
            #expect(remark == "alice is signed in at test.example on the device, and apps now get UnsupportedProvider")
            #expect(try await device.remark(removing: "other.example") == nil)
            // Without the developer's provider, the device has its own one of the same name.
            let provider = provider.merging(["provider-identifier": BusVariant("test.example")]) { $1 }
            fake.answer("ListProviders") { _ in [[provider]] }
            #expect(try await device.remark(removing: "test.example") == nil)
        }
    }

    @Test("no user is signed in")
    func nobody() async throws {
        try await FakeControl.with { _, device in
            let account = try await device.account()
            #expect(account == nil)
            let failure = await #expect(throws: Failure.self) { try await device.expireAccount() }
            #expect(failure == Failure(.notFound, "no user is signed in"))
        }
    }

    @Test(
        "the device's errors and the codes that they end with",
        arguments: [
            ("org.vsasim.SubscriberAccount1.Control.Error.NotFound", VSAControl.ExitStatus.notFound),
            ("org.freedesktop.DBus.Error.InvalidArgs", .invalidData), ("org.freedesktop.DBus.Error.AccessDenied", .failed),
            ("org.freedesktop.DBus.Error.NoReply", .unreachable), ("org.freedesktop.DBus.Error.UnknownMethod", .failed),
            ("org.example.Other", .failed),
        ])
    func errors(name: String, status: VSAControl.ExitStatus) async throws {
        try await FakeControl.with { fake, device in
            fake.answer("GetStatus") { _ in throw ErrorReply(try ErrorName(name), message: "the reason") }
            let failure = await #expect(throws: Failure.self) { try await device.status() }
            #expect(failure?.status == status)
            #expect(failure?.message.contains("the reason") == true)
        }
    }

    @Test("a value that the device does not accept is named by its option")
    func option() async throws {
        try await FakeControl.with { fake, device in
            fake.answer("QueueAnswer") { _ in throw ErrorReply(.invalidArguments, message: "delay: must be 0 to 9 milliseconds") }
            let failure = await #expect(throws: Failure.self) {
                _ = try await device.queueAnswer(AnswerRecord(prompt: .access, answer: "granted", delay: 10))
            }
            #expect(failure?.message == "delay: must be 0 to 9 milliseconds")
            #expect(failure?.naming(["delay": "--delay"]).message == "--delay: must be 0 to 9 milliseconds")
            let options = try AnswerOptions.parse([])
            let named = await #expect(throws: Failure.self) {
                _ = try await options.queue(.access, "granted", on: device)
            }
            #expect(named?.message == "--delay takes a time up to 1d")
        }
    }

    @Test("an answer of the wrong type is a failure that names the key")
    func wrongType() async throws {
        try await FakeControl.with { fake, device in
            fake.answer("GetStatus") { _ in [["version": BusVariant(true)] as VariantDictionary] }
            let failure = await #expect(throws: Failure.self) { try await device.status() }
            #expect(failure?.status == .failed)
            #expect(failure?.message.contains("version") == true)
        }
    }

    @Test("without a bus, or without a device on it, the exit code is 8, with advice")
    func unreachable() async throws {
        let address = "unix:path=/nonexistent/vsasim-test"
        let failure = await #expect(throws: Failure.self) { try await DeviceControl.connect(address: address) }
        #expect(failure?.status == .unreachable)
        #expect(failure?.advice?.contains("vsactl run -- COMMAND") == true)
        #expect(await Program.run(["status", "--address", address]) == 8)
        try await TestBus.with { bus in
            let code = await Program.run(["access", "list", "--address", bus.address])
            #expect(code == 8)
        }
    }

    @Test("a device that the bus starts and that does not appear is a failure long before the bus gives up")
    func failedStart() async throws {
        let idle = ActivatableService(
            name: SubscriberAccountInterface.busName.string, executable: "/bin/sleep", arguments: ["60"])
        try await TestBus.with(services: [idle]) { bus in
            var device = try await DeviceControl.connect(address: bus.address)
            device.startLimit = .milliseconds(50)
            let failure = await #expect(throws: Failure.self) { _ = try await device.status() }
            #expect(failure == .notStarted("it does not appear on the bus") && failure?.status == .unreachable)
        }
    }

    @Test("waiting for a device that never starts ends with 3, for a running one with 0")
    func waiting() async throws {
        try await TestBus.with { bus in
            let late = await Program.run(["wait", "ready", "--timeout", "100ms", "--address", bus.address])
            #expect(late == 3)
            let fake = try await FakeControl(on: bus)
            fake.answer("GetStatus") { _ in [["version": BusVariant("1")] as VariantDictionary] }
            let device = try await DeviceControl.connect(address: bus.address)
            let status = try await Waiting.until("ready", within: .seconds(60)) { try await device.status() }
            #expect(status.version == "1")
            // Without time to wait it is checked once.
            let now = try await Waiting.until("ready", within: .zero) { try await device.status() }
            #expect(now.version == "1")
            await fake.leave()
        }
    }

    @Test("waiting ends if it cannot succeed")
    func hopelessWaiting() async throws {
        let failure = await #expect(throws: Failure.self) {
            try await Waiting.until("ready", within: .seconds(60)) { throw Failure(.invalidData, "broken file") }
        }
        #expect(failure == Failure(.invalidData, "broken file"))
    }
}
