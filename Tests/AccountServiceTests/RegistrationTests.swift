import DBus
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Identification of callers", .device, .timeLimit(.minutes(5)))
struct RegistrationTests {
    @Test("Register names the app and its usage description; the list says how it was found")
    func register() async throws {
        _ = try await device.app("com.example.player", usage: "To show your channels")
        let list = try await device.control.call("ListApplications").decode(as: [VariantDictionary].self)
        let app = try #require(list.first)
        #expect(list.count == 1)
        #expect(try app.required("application-id", as: String.self) == "com.example.player")
        #expect(try app.required("identified-by", as: String.self) == "registered")
        #expect(try app.required("usage-description", as: String.self) == "To show your channels")
        #expect(try app.required("access-status", as: String.self) == "not-determined")
    }

    @Test("A second Register is AlreadyRegistered, with the same identifier too", arguments: ["com.example.player", "other"])
    func twice(id: String) async throws {
        let app = try await device.app()
        let error = try await #require(throws: RemoteError.self) {
            try await app.proxy.call("Register", id, VariantDictionary())
        }
        #expect(error.shortName == "AlreadyRegistered")
        #expect(try error.info.isEmpty)
    }

    @Test("Invalid identifiers", arguments: ["", "a b", "a..b", ".a", "ä", String(repeating: "x", count: 256)])
    func invalid(id: String) async throws {
        let app = try await device.app(nil)
        let error = try await expectInvalid { try await app.proxy.call("Register", id, VariantDictionary()) }
        #expect(error.message.hasPrefix("application_id:"))
        try await app.proxy.call("Register", "fine", VariantDictionary())

        let set = try await expectInvalid { try await device.control.call("SetAccessStatus", id, "granted") }
        #expect(set.message.hasPrefix("application:"))
        let details: VariantDictionary = ["application-id": BusVariant(id)]
        let list = try await expectInvalid { try await device.control.call("ListJournal", details) }
        #expect(list.message.hasPrefix("application-id:"))
    }

    @Test("A usage description of another type is InvalidArgs; unknown keys are ignored")
    func infoTypes() async throws {
        let app = try await device.app(nil)
        try await expectInvalid("usage-description") {
            try await app.proxy.call("Register", "fine", ["usage-description": BusVariant(true)] as VariantDictionary)
        }
        try await app.proxy.call("Register", "fine", ["future": BusVariant(true)] as VariantDictionary)
    }

    @Test("A usage description that is too long for the list of apps is InvalidArgs; the app may try again")
    func longUsage() async throws {
        let app = try await device.app(nil)
        let long = String(repeating: "ä", count: 1_025)
        let error = try await expectInvalid {
            try await app.proxy.call("Register", "fine", ["usage-description": BusVariant(long)] as VariantDictionary)
        }
        #expect(error.message == "usage-description: must be at most 2048 bytes")
        try await app.proxy.call(
            "Register", "fine", ["usage-description": BusVariant(long.dropLast().description)] as VariantDictionary)
    }

    @Test("Without Register the app is the executable's base name")
    func executable() async throws {
        let command = gdbusCall("org.vsasim.SubscriberAccount1.CheckAccessStatus", ["@a{sv} {}"])
        let tool = try await Tool.run(command[0], Array(command.dropFirst()), environment: device.bus.environment)
        #expect(try tool.checked().output == "('not-determined',)")
        let list = try await device.control.call("ListApplications").decode(as: [VariantDictionary].self)
        #expect(try list.map { try $0.required("application-id", as: String.self) } == ["gdbus"])
        #expect(try list.map { try $0.required("identified-by", as: String.self) } == ["executable"])
    }

    @Test("Register counts for every later call, also on a connection that has called before", arguments: [false, true])
    func registerLater(callsBefore: Bool) async throws {
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        let app = try await device.app(nil)
        if callsBefore { #expect(try await app.accessStatus() == "not-determined") }
        try await app.proxy.call("Register", "com.example.player", VariantDictionary())
        #expect(try await app.accessStatus() == "granted")
    }

    @Test("A connected app is recorded again, as it registered, by its next call after a reset or a load")
    func afterReset() async throws {
        let app = try await device.app(usage: "To show your channels", name: "Player")
        let changes: [(MemberName, any BusValueConvertible)] = [
            ("Reset", VariantDictionary()), ("Load", #"{"schema": "vsa-scenario/1", "name": "x"}"#),
        ]
        for (member, argument) in changes {
            try await device.control.call(member, argument)
            #expect(try await device.control.call("ListApplications").decode(as: [VariantDictionary].self).isEmpty)
            #expect(try await app.accessStatus() == "not-determined")
            let list = try await device.control.call("ListApplications").decode(as: [VariantDictionary].self)
            let again = try #require(list.first)
            #expect(try again.required("identified-by", as: String.self) == "registered")
            #expect(try again.required("usage-description", as: String.self) == "To show your channels")
            #expect(try again.required("application-name", as: String.self) == "Player")
        }
    }

    @Test("Each connection is its own app, and leaving the bus removes it")
    func perConnection() async throws {
        try await device.control.call("SetAccessStatus", "com.example.one", "granted")
        let one = try await device.app("com.example.one")
        let two = try await device.app("com.example.two")
        #expect(try await one.accessStatus() == "granted")
        #expect(try await two.accessStatus() == "not-determined")
        await one.connection.close()
        let again = try await device.app("com.example.one")
        #expect(try await again.accessStatus() == "granted")
    }
}
