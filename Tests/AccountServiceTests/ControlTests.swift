import DBus
import ProjectTesting
import SAML
import TVWorld
import Testing

@testable import AccountService

@Suite("Control", .device, .timeLimit(.minutes(5)))
struct ControlTests {
    @Test("An error repeats only the beginning of a long name")
    func longName() async throws {
        let name = String(repeating: "x", count: 100_000)
        let error = try await #require(throws: RemoteError.self) {
            try await device.control.call("GetProviderMetadata", name)
        }
        #expect(error.message.hasPrefix("no provider xxx"))
        #expect(error.message.utf8.count < 1_100)
    }

    @Test(
        "What does not exist is NotFound",
        arguments: [
            ("ResetAccess", ["com.example.unknown"]), ("GetProviderMetadata", ["x"]), ("ExpireAccount", []),
        ])
    func notFound(member: String, arguments: [String]) async throws {
        let error = try await #require(throws: RemoteError.self) {
            try await device.control.call(MemberName(member), arguments: arguments)
        }
        #expect(error.name == "org.vsasim.SubscriberAccount1.Control.Error.NotFound")
    }

    @Test("Sign-in of an unknown subscriber is NotFound and names the known ones")
    func unknownSubscriber() async throws {
        for (provider, subscriber, hint) in [("x", "alice", "alpha.example"), ("alpha.example", "dave", "carol")] {
            let error = try await #require(throws: RemoteError.self) {
                try await device.control.call("SignIn", provider, subscriber, VariantDictionary())
            }
            #expect(error.name == "org.vsasim.SubscriberAccount1.Control.Error.NotFound")
            #expect(error.message.contains(hint))
        }
    }

    @Test(
        "Values that are not accepted are InvalidArgs and name the field",
        arguments: [
            ("SetAccessStatus", ["com.example.player", "maybe"], "status"),
            ("SetAccessStatus", ["a b", "granted"], "application"),
            ("SetRegion", ["USA"], "region"), ("SetServiceMetadata", ["<x/>"], "metadata"),
        ])
    func invalid(member: String, arguments: [String], field: String) async throws {
        try await expectInvalid(field) { try await device.control.call(MemberName(member), arguments: arguments) }
    }

    @Test("A provider's metadata is not accepted as a service's")
    func wrongRole() async throws {
        let xml = try await device.control.call("GetProviderMetadata", "alpha.example").decode(as: String.self)
        try await expectInvalid { try await device.control.call("SetServiceMetadata", xml) }
    }

    @Test("The account: signed in for the requested time, expired, signed out; empty if nobody is")
    func account() async throws {
        let control = device.control
        #expect(try await control.call("GetAccount").decode(as: VariantDictionary.self).isEmpty)
        try await control.call("SignIn", "alpha.example", "alice", ["expires-in": BusVariant(60 as Int64)] as VariantDictionary)
        let account = try await control.call("GetAccount").decode(as: VariantDictionary.self)
        #expect(try account.required("account-provider-identifier", as: String.self) == "alpha.example")
        #expect(try account.required("subscriber", as: String.self) == "alice")
        #expect(try account.required("signed-in-at", as: Int64.self) == device.clock.seconds())
        #expect(try account.required("authentication-expiration-date", as: Int64.self) == device.clock.seconds() + 60)
        try await control.call("SetAccessStatus", "com.example.player", "granted")
        try await control.call("SignOut", ["keep-access": BusVariant(true)] as VariantDictionary)
        #expect(try await device.app().accessStatus() == "granted")
        try await control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        try await control.call("SignOut", VariantDictionary())
        #expect(try await device.app().accessStatus() == "not-determined")
        #expect(try await control.call("GetAccount").decode(as: VariantDictionary.self).isEmpty)
    }

    @Test("Lifetimes outside the accepted range", arguments: [-1, .max, .min] as [Int64])
    func lifetime(seconds: Int64) async throws {
        try await expectInvalid("expires-in") {
            try await device.control.call(
                "SignIn", "alpha.example", "alice", ["expires-in": BusVariant(seconds)] as VariantDictionary)
        }
    }

    @Test("ListProviders and GetStatus")
    func lists() async throws {
        let providers = try await device.control.call("ListProviders").decode(as: [VariantDictionary].self)
        #expect(
            try providers.map { try $0.required("provider-identifier", as: String.self) } == [
                "alpha.example", "beta.example", "gamma.example", "delta.example", "epsilon.example",
            ])
        #expect(
            try providers.map { try $0.required("boarding-status", as: String.self) } == [
                "SUPPORTED", "PICKER", "none", "SUPPORTED", "SUPPORTED",
            ])
        #expect(try providers.map { try $0.required("line-up", as: Bool.self) } == [true, true, false, true, true])
        #expect(try providers[0].required("subscribers", as: [String].self) == ["alice", "bob", "carol"])
        let status = try await device.control.call("GetStatus").decode(as: VariantDictionary.self)
        #expect(try status.required("region", as: String.self) == "US")
        #expect(try status.required("signed-in", as: Bool.self) == false)
        #expect(try status.required("service-entity-id", as: String.self) == "")
        #expect(try status.required("state-folder", as: String.self) == device.stateFolder)
    }

    @Test("Reset: back to the baseline, or without providers; trust stays")
    func reset() async throws {
        let service = try TestService()
        try await device.control.call("SetServiceMetadata", service.metadata)
        let app = try await device.grantedApp()
        try await device.control.call("SetRegion", "AQ")
        try await device.control.call("Reset", ["empty": BusVariant(true)] as VariantDictionary)
        #expect(try await device.control.call("ListProviders").decode(as: [VariantDictionary].self).isEmpty)
        #expect(try await device.control.call("ListApplications").decode(as: [VariantDictionary].self).isEmpty)
        #expect(try await device.control.call("GetAccount").decode(as: VariantDictionary.self).isEmpty)
        #expect(try await app.accessStatus() == "not-determined")
        let again = try await device.restarted()
        #expect(try await again.control.call("ListProviders").decode(as: [VariantDictionary].self).isEmpty)
        try await again.control.call("Reset", VariantDictionary())
        #expect(try await again.control.call("ListProviders").decode(as: [VariantDictionary].self).count == 5)
        #expect(try await again.control.call("GetServiceMetadata").decode(as: String.self) == service.metadata)
    }

    @Test("The journal: every entry with its app and how it was found; after, limit, application-id")
    func journal() async throws {
        let app = try await device.app()
        _ = try await app.accessStatus()
        try await device.control.call("SetAccessStatus", "com.example.other", "denied")
        let all = try await device.control.call("ListJournal", VariantDictionary()).decode(as: [VariantDictionary].self)
        #expect(
            try all.map { try $0.required("event", as: String.self) } == ["app.registered", "access.checked", "access.changed"])
        #expect(try all.map { try $0.required("sequence", as: Int64.self) } == [1, 2, 3])
        #expect(try all.map { try $0.required("identified-by", as: String.self) } == ["registered", "registered", ""])
        #expect(try all[1].required("application-id", as: String.self) == "com.example.player")
        #expect(try all[1].required("time", as: Int64.self) == device.clock.seconds())
        #expect(
            try all[1].required("details", as: VariantDictionary.self).required("access-status", as: String.self)
                == "not-determined")
        func sequences(_ options: VariantDictionary) async throws -> [Int64] {
            try await device.control.call("ListJournal", options).decode(as: [VariantDictionary].self).map {
                try $0.required("sequence")
            }
        }
        #expect(try await sequences(["after": BusVariant(1 as Int64)]) == [2, 3])
        #expect(try await sequences(["limit": BusVariant(1 as UInt32)]) == [3])
        #expect(try await sequences(["after": BusVariant(0 as Int64), "limit": BusVariant(1 as UInt32)]) == [1])
        #expect(try await sequences(["application-id": BusVariant("com.example.player")]) == [1, 2])
        try await expectInvalid { try await sequences(["limit": BusVariant(0 as UInt32)]) }
        let again = try await device.restarted()
        #expect(try await again.control.call("ListJournal", VariantDictionary()).decode(as: [VariantDictionary].self).count == 3)
    }
}

@Suite("How large a call may be", .timeLimit(.minutes(5)))
struct CallSizeTests {
    /// Starts a device with the limits of the program, and calls its Control.
    private func withControl(_ body: (TestBus, InterfaceProxy) async throws -> Void) async throws {
        try await TestBus.with { bus in
            let home = try #require(bus.environment["HOME"])
            let connection = try await Connection.open(address: bus.address, options: AccountDaemon.connectionOptions)
            var configuration = AccountDaemon.Configuration(stateFolder: "\(home)/state")
            configuration.clock = .over(ManualClock())
            let daemon = try await AccountDaemon.start(on: connection, configuration)
            let control = try await InterfaceProxy.control(bus.connect())
            try await body(bus, control)
            await daemon.stop()
        }
    }

    @Test("64 KiB, except for members that accept a document; a dictionary of 100,000 entries is rejected unread")
    func limits() async throws {
        try await withControl { bus, control in
            let app = TestApp(try await bus.connect())
            let large = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("key-\($0)", BusVariant(UInt32($0))) })
            let query = await #expect(throws: RemoteError.self) { _ = try await app.query(large) }
            #expect(query?.name == .limitsExceeded)
            let text = String(repeating: "x", count: 100_000)
            let region = await #expect(throws: RemoteError.self) { try await control.call("SetRegion", text) }
            #expect(region?.name == .limitsExceeded)
            for member in ["Validate", "Load", "SetServiceMetadata"] as [MemberName] {
                let error = await #expect(throws: RemoteError.self) { try await control.call(member, text) }
                #expect(error?.name != .limitsExceeded, "\(member)")
                let more = String(repeating: "x", count: 5 << 20)
                let refusal = await #expect(throws: RemoteError.self) { try await control.call(member, more) }
                #expect(refusal?.name == .limitsExceeded, "\(member)")
            }
        }
    }

    @Test("A service's metadata has at most 256 KiB, as at the service")
    func metadataLimit() async throws {
        try await withControl { _, control in
            let metadata = try TestService().metadata
            let room = SAMLLimits.maximumMetadataSize - metadata.utf8.count
            try await control.call("SetServiceMetadata", metadata + String(repeating: "\n", count: room))
            for (more, name) in [(1, ErrorName.invalidArguments), (2_048, .limitsExceeded)] {
                let error = await #expect(throws: RemoteError.self) {
                    try await control.call("SetServiceMetadata", metadata + String(repeating: "\n", count: room + more))
                }
                #expect(error?.name == name, "\(more): \(error?.message ?? "")")
            }
            #expect(try await control.call("GetServiceMetadata").decode(as: String.self).utf8.count == 262_144)
        }
    }
}
