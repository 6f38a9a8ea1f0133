import DBus
import ProjectTesting
import Testing

@testable import AccountService

@Suite("What an error contains besides its message", .device, .timeLimit(.minutes(5)))
struct ErrorBodyTests {
    /// Who requests the information, how, and whether it is returned.
    struct Asking: Sendable, CustomTestStringConvertible {
        var registration: Bool?
        var call: Bool?
        var isInfoExpected: Bool

        var testDescription: String {
            "Register: \(registration.map(\.description) ?? "nothing"), call: \(call.map(\.description) ?? "nothing")"
        }

        static func details(_ wish: Bool?) -> VariantDictionary {
            wish.map { ["error-info": BusVariant($0)] } ?? VariantDictionary()
        }
    }

    static let asking = [
        Asking(registration: nil, call: nil, isInfoExpected: false),
        Asking(registration: false, call: nil, isInfoExpected: false),
        Asking(registration: true, call: nil, isInfoExpected: true),
        Asking(registration: nil, call: true, isInfoExpected: true),
        Asking(registration: false, call: true, isInfoExpected: true),
        Asking(registration: true, call: false, isInfoExpected: false),
    ]

    @Test("Nothing unless the connection or the call requests it; the call takes precedence", arguments: asking)
    func info(_ asking: Asking) async throws {
        let app = try await device.app(nil)
        try await app.proxy.call("Register", "com.example.player", Asking.details(asking.registration))
        let query = try await #require(throws: RemoteError.self) {
            try await app.proxy.call("QueryMetadata", Asking.details(asking.call))
        }
        #expect(query.shortName == "AccessNotGranted")
        #expect(!query.message.isEmpty)
        #expect(query.body.count == (asking.isInfoExpected ? 2 : 1))
        if asking.isInfoExpected {
            #expect(try query.info.required("access-status", as: String.self) == "not-determined")
        }
        try await device.control.call("SetRegion", "AQ")
        let check = try await #require(throws: RemoteError.self) {
            try await app.proxy.call("CheckAccessStatus", Asking.details(asking.call))
        }
        #expect(check.shortName == "Unsupported")
        #expect(check.body.count == (asking.isInfoExpected ? 2 : 1))
    }

    @Test("A registration's own errors have what that call requests", arguments: [false, true])
    func registration(isAsked: Bool) async throws {
        let app = try await device.app(nil)
        try await app.proxy.call("Register", "com.example.player", VariantDictionary())
        let error = try await #require(throws: RemoteError.self) {
            try await app.proxy.call("Register", "com.example.player", Asking.details(isAsked))
        }
        #expect(error.shortName == "AlreadyRegistered")
        #expect(error.body.count == (isAsked ? 2 : 1))
    }

    @Test("A caller without a registration requests it with each call; a request's Failed always has its information")
    func unregistered() async throws {
        let app = try await device.app(nil)
        let error = try await #require(throws: RemoteError.self) {
            _ = try await app.query(["error-info": BusVariant(true)])
        }
        #expect(try error.info.required("access-status", as: String.self) == "not-determined")
        let plain = try await #require(throws: RemoteError.self) { _ = try await app.query() }
        #expect(plain.body.count == 1)
        let asking = try await device.askingApp()
        let failure = try await asking.requestAccess().failure()
        #expect(failure.name == "UserCancelled")
        #expect(try failure.info.required("access-status", as: String.self) == "not-determined")
    }

    @Test(
        "An option of another type is InvalidArgs",
        arguments: ["Register", "CheckAccessStatus", "QueryMetadata", "RequestAccess", "RequestMetadata"] as [MemberName])
    func wrongType(_ member: MemberName) async throws {
        let app = try await device.app(nil)
        let wish: VariantDictionary = ["error-info": BusVariant("yes")]
        try await expectInvalid("error-info") {
            switch member {
            case "Register": try await app.proxy.call(member, "com.example.player", wish)
            case "RequestAccess", "RequestMetadata": try await app.proxy.call(member, "token", wish)
            default: try await app.proxy.call(member, wish)
            }
        }
    }
}
