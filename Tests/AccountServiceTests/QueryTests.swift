import AccountCore
import DBus
import DeviceInterfaces
import ProjectTesting
import SAML
import TVWorld
import Testing

@testable import AccountService

@Suite("QueryMetadata over the bus", .device, .timeLimit(.minutes(5)))
struct QueryTests {
    private static let attributes: VariantDictionary = ["attribute-names": BusVariant(["userID", "zip", "unknown"])]

    @Test(
        "E1, E2 without access: AccessNotGranted with status and private code",
        arguments: [
            ("denied", -11), ("restricted", -23), ("not-determined", -12),
        ] as [(String, Int32)])
    func accessNotGranted(status: String, code: Int32) async throws {
        let app = try await device.grantedApp()
        try await device.control.call("SetAccessStatus", "com.example.player", status)
        let (name, info) = try await app.queryError()
        #expect(name == "AccessNotGranted")
        #expect(Set(info.keys) == ["access-status", "underlying-code"])
        #expect(try info.required("access-status", as: String.self) == status)
        #expect(try info.required("underlying-code", as: Int32.self) == code)
    }

    @Test("E5 nobody signed in: an empty dictionary")
    func nobody() async throws {
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        let answer = try await device.app().query(["include-account-provider-identifier": BusVariant(true)])
        #expect(answer.isEmpty)
    }

    @Test("E6 only the requested keys; the date of an expired authentication is in the past")
    func requestedKeys() async throws {
        let app = try await device.grantedApp()
        #expect(try await Set(app.query().keys) == ["verification-data"])
        try await device.control.call("ExpireAccount")
        device.clock.advance(seconds: 10)
        let answer = try await app.query([
            "include-account-provider-identifier": BusVariant(true),
            "include-authentication-expiration-date": BusVariant(true),
            "from-the-future": BusVariant(1 as UInt32),
        ])
        #expect(
            Set(answer.keys) == [
                "verification-data", "account-provider-identifier", "authentication-expiration-date",
            ])
        #expect(try answer.required("account-provider-identifier", as: String.self) == "alpha.example")
        #expect(try answer.required("authentication-expiration-date", as: Int64.self) == device.clock.seconds() - 10)
        #expect(try answer.required("verification-data", as: [UInt8].self).count == 32)
    }

    @Test(
        "Known keys of another type are InvalidArgs and named",
        arguments: SubscriberAccountInterface.RequestKey.allCases.map(\.rawValue))
    func wrongTypes(key: String) async throws {
        let app = try await device.grantedApp()
        try await expectInvalid(key) { try await app.query([key: BusVariant(7 as UInt32)]) }
    }

    @Test("C4 a video title is InvalidArgs, unless access is denied")
    func videoTitle() async throws {
        let app = try await device.grantedApp()
        let request: VariantDictionary = ["localized-video-title": BusVariant("Film")]
        try await expectInvalid { try await app.query(request) }
        try await device.control.call("SetAccessStatus", "com.example.player", "denied")
        #expect(try await app.queryError(request).name == "AccessNotGranted")
    }

    @Test(
        "E8, E9 unsupported provider with its identifier; E12, E13 without",
        arguments: [
            ("alpha.example", ["supported-account-provider-identifiers": BusVariant(["delta.example"])], "alpha.example"),
            ("beta.example", [:], "beta.example"),
            ("alpha.example", ["supported-authentication-schemes": BusVariant(["API"])], "alpha.example"),
            ("alpha.example", ["supported-account-provider-identifiers": BusVariant(["x"])], nil),
        ] as [(String, VariantDictionary, String?)])
    func unsupportedProvider(provider: String, request: VariantDictionary, identifier: String?) async throws {
        let app = try await device.grantedApp(provider: provider)
        let (name, info) = try await app.queryError(request)
        #expect(name == "UnsupportedProvider")
        #expect(try info.optional("unsupported-provider-identifier", as: String.self) == identifier)
    }

    @Test("E13 region without service")
    func unsupportedRegion() async throws {
        let app = try await device.grantedApp()
        try await device.control.call("SetRegion", "AQ")
        let (name, info) = try await app.queryError()
        #expect(name == "UnsupportedProvider")
        #expect(info.isEmpty)
    }

    @Test("P15 an authentication token is Rejected")
    func authenticationToken() async throws {
        let app = try await device.grantedApp()
        #expect(
            try await app.queryError(["account-provider-authentication-token": BusVariant("token")]).name == "Rejected")
    }

    @Test("P6 expired authentication without silent renewal: ProviderRejected with a signed response with NoPassive")
    func expired() async throws {
        let app = try await device.grantedApp()
        try await device.control.call("ExpireAccount")
        try await expectRejection(of: app, Self.attributes, by: device, code: ResponseStatus.noPassiveCode)
    }

    @Test("P3 forced authentication that requires the user: the same")
    func forced() async throws {
        let app = try await device.grantedApp()
        try await expectRejection(
            of: app, ["force-authentication": BusVariant(true)], by: device, code: ResponseStatus.noPassiveCode)
    }

    @Test("P8 suspended subscriber: ProviderRejected with a signed response with RequestDenied")
    func suspended() async throws {
        let app = try await device.grantedApp(subscriber: "carol")
        try await expectRejection(of: app, Self.attributes, by: device, code: ResponseStatus.requestDeniedCode)
    }

    @Test("P4 silent renewal: success, the new date is returned and stored", .device(changing: { $0.hasSilentRenewal = true }))
    func renewal() async throws {
        let app = try await device.grantedApp()
        try await device.control.call("ExpireAccount")
        var request = Self.attributes
        request["include-authentication-expiration-date"] = BusVariant(true)
        let end = device.clock.seconds() + Scenario.Account.defaultLifetime
        #expect(try await app.query(request).required("authentication-expiration-date", as: Int64.self) == end)
        let account = try await device.control.call("GetAccount").decode(as: VariantDictionary.self)
        #expect(try account.required("authentication-expiration-date", as: Int64.self) == end)
    }

    @Test("Scheme API: account-provider-response alone", .device(changing: { $0.authenticationSchemes = [.api] }))
    func schemeAPI() async throws {
        let app = try await device.grantedApp()
        var request = Self.attributes
        request["supported-authentication-schemes"] = BusVariant(["SAML", "API"])
        let answer = try await app.query(request)
        #expect(Set(answer.keys) == ["verification-data", "account-provider-response"])
        let response = try answer.required("account-provider-response", as: VariantDictionary.self)
        #expect(try response.required("authentication-scheme", as: String.self) == "API")
        #expect(try response.required("status", as: String.self) == "success")
        try await device.control.call("SignIn", "alpha.example", "carol", VariantDictionary())
        let (name, info) = try await app.queryError(request)
        #expect(name == "ProviderRejected")
        #expect(Set(info.keys) == ["account-provider-response"])
    }

    private func expectRejection(of app: TestApp, _ request: VariantDictionary, by device: TestDevice, code: String) async throws
    {
        let service = try TestService()
        try await device.control.call("SetServiceMetadata", service.metadata)
        var request = request
        request["verification-token"] = BusVariant(try service.token(now: device.clock.seconds()))
        let (name, info) = try await app.queryError(request)
        #expect(name == "ProviderRejected")
        #expect(Set(info.keys) == ["account-provider-response", "saml-response", "saml-response-status"])
        #expect(try info.required("saml-response-status", as: String.self) == code)
        let xml = try info.required("saml-response", as: String.self)
        let response = try info.required("account-provider-response", as: VariantDictionary.self)
        #expect(try response.required("body", as: String.self) == xml)
        #expect(try response.required("status", as: String.self) == code)
        #expect(try response.required("authentication-scheme", as: String.self) == "SAML")
        let verified = try Response.verify(
            Array(xml.utf8), certificates: try await device.certificates(),
            policy: ResponsePolicy(
                now: device.clock.seconds(), expectedIssuer: "https://alpha.example/saml/metadata",
                expectedAudience: TestService.entityID, expectedRecipient: TestService.consumer,
                isKnownRequest: { _ in .pending }))
        #expect(verified.assertion == nil)
        guard case .failure(ResponseStatus.responderCode, code, _) = verified.status else {
            Issue.record("status \(verified.status)")
            return
        }
    }

    @Test(
        "Strings that are sent to the provider or shown to the user are bounded",
        arguments: ["channel-identifier", "account-provider-authentication-token", "parent-window", "localized-video-title"])
    func longTexts(_ key: String) async throws {
        let app = try await device.grantedApp()
        let error = try await expectInvalid { try await app.query([key: BusVariant(String(repeating: "x", count: 4_097))]) }
        #expect(error.message == "\(key): must be at most 4096 bytes")
    }
}
