import DBus
import ProjectTesting
import SAML
import TVWorld
import Testing

@testable import AccountService

@Suite("SAML answers over the bus", .device, .timeLimit(.minutes(5)))
struct SAMLAnswerTests {
    private static func request(_ token: String?) -> VariantDictionary {
        var request: VariantDictionary = ["attribute-names": BusVariant(["userID", "zip", "unknown", "channelID"])]
        request["verification-token"] = token.map { BusVariant($0) }
        return request
    }

    private static func policy(_ device: TestDevice, audience: String = TestService.entityID) -> ResponsePolicy {
        ResponsePolicy(
            now: device.clock.seconds(), expectedIssuer: "https://alpha.example/saml/metadata", expectedAudience: audience,
            expectedRecipient: TestService.consumer, isKnownRequest: { $0 == "_request1" ? .pending : .unknown })
    }

    @Test("E7 with a token: a signed response to that request, for that service, with the available attributes")
    func answerToToken() async throws {
        let service = try TestService()
        try await device.control.call("SetServiceMetadata", service.metadata)
        let app = try await device.grantedApp()
        let answer = try await app.query(Self.request(service.token(now: device.clock.seconds())))
        #expect(
            Set(answer.keys) == ["verification-data", "saml-attribute-query-response", "account-provider-response"])
        let xml = try answer.required("saml-attribute-query-response", as: String.self)
        let response = try answer.required("account-provider-response", as: VariantDictionary.self)
        #expect(try response.required("authentication-scheme", as: String.self) == "SAML")
        #expect(try response.required("status", as: String.self) == ResponseStatus.successCode)
        #expect(try response.required("body", as: String.self) == xml)

        let verified = try Response.verify(
            Array(xml.utf8), certificates: try await device.certificates(), policy: Self.policy(device))
        let assertion = try #require(verified.assertion)
        #expect(verified.inResponseTo == "_request1")
        #expect(assertion.subjectNameID == "u-1001-alice")
        #expect(assertion.notOnOrAfter == device.clock.seconds() + 300)
        #expect(
            assertion.attributes == [
                Attribute(name: "userID", values: ["u-1001-alice"]), Attribute(name: "zip", values: ["10001"]),
                Attribute(name: "channelID", values: ["news", "sports", "kids", "movies"]),
            ])
    }

    @Test("A proxied provider is the NameQualifier of its users", .device { $0.proxy = "BigProxy" })
    func proxied() async throws {
        let service = try TestService()
        try await device.control.call("SetServiceMetadata", service.metadata)
        let xml = try await device.grantedApp().query(Self.request(service.token(now: device.clock.seconds())))
            .required("saml-attribute-query-response", as: String.self)
        let verified = try Response.verify(
            Array(xml.utf8), certificates: try await device.certificates(), policy: Self.policy(device))
        #expect(verified.assertion?.nameQualifier == "https://alpha.example/saml/metadata")
        #expect(verified.assertion?.subjectNameID == "u-1001-alice")
    }

    @Test("Without a token: unsolicited, for the channel; a service rejects it")
    func unsolicited() async throws {
        try await device.control.call("SetServiceMetadata", TestService().metadata)
        let app = try await device.grantedApp()
        var request = Self.request(nil)
        request["channel-identifier"] = BusVariant("https://channel.example")
        let xml = try await app.query(request).required("saml-attribute-query-response", as: String.self)
        let certificates = try await device.certificates()
        let policy = Self.policy(device, audience: "https://channel.example")
        let error = #expect(throws: SAMLError.self) {
            try Response.verify(Array(xml.utf8), certificates: certificates, policy: policy)
        }
        #expect(error?.code == .missingInResponseTo)
        #expect(xml.contains("https://channel.example"))
    }

    @Test("A session that ends after the year 9999 ends in the response with that year")
    func lateSession() async throws {
        let service = try TestService()
        // 9950-01-01
        device.clock.set(seconds: 251_824_464_000)
        try await device.control.call("SetServiceMetadata", service.metadata)
        let app = try await device.grantedApp()
        let century: VariantDictionary = ["expires-in": BusVariant(3_155_760_000 as Int64)]
        try await device.control.call("SignIn", "alpha.example", "alice", century)
        let xml = try await app.query(Self.request(service.token(now: device.clock.seconds())))
            .required("saml-attribute-query-response", as: String.self)
        let verified = try Response.verify(
            Array(xml.utf8), certificates: try await device.certificates(), policy: Self.policy(device))
        #expect(verified.assertion?.sessionNotOnOrAfter == 253_402_300_799)
    }

    @Test("A channel identifier that XML cannot contain is InvalidArgs")
    func unwritableChannel() async throws {
        let app = try await device.grantedApp()
        var request = Self.request(nil)
        request["channel-identifier"] = BusVariant("a\u{1}")
        try await expectInvalid("channel-identifier") { try await app.query(request) }
    }

    /// The defect of a token.
    enum Defect: String, CaseIterable {
        case notBase64, notXML, unsigned, foreignKey, tampered, wrongIssuer, wrongDestination, wrongConsumer, old, future
    }

    @Test("P9 a bad token is InvalidVerificationToken", arguments: Defect.allCases)
    func badToken(defect: Defect) async throws {
        let service = try TestService()
        try await device.control.call("SetServiceMetadata", service.metadata)
        let app = try await device.grantedApp()
        let token = try Self.token(with: defect, service: service, now: device.clock.seconds())
        let error = try await #require(throws: RemoteError.self) { _ = try await app.query(Self.request(token)) }
        #expect(error.shortName == "InvalidVerificationToken")
        #expect(try error.info.isEmpty)
        if defect == .notBase64 { #expect(error.message.hasSuffix("verification token: the message is not Base64")) }
    }

    @Test("P9 also for an expired authentication: the provider checks the token first")
    func badTokenOfExpired() async throws {
        try await device.control.call("SetServiceMetadata", TestService().metadata)
        let app = try await device.grantedApp()
        try await device.control.call("ExpireAccount")
        #expect(try await app.queryError(Self.request("x")).name == "InvalidVerificationToken")
    }

    @Test("P9 no token is valid while no service, or another one, is trusted")
    func untrusted() async throws {
        let service = try TestService()
        let app = try await device.grantedApp()
        let token = try service.token(now: device.clock.seconds())
        #expect(try await app.queryError(Self.request(token)).name == "InvalidVerificationToken")
        try await device.control.call("SetServiceMetadata", service.metadata)
        _ = try await app.query(Self.request(token))
        let other = EntityDescriptor(
            entityID: "https://other.example",
            role: .serviceProvider(assertionConsumerServiceURL: TestService.consumer),
            certificates: [service.key.certificate])
        try await device.control.call("SetServiceMetadata", other.xml())
        #expect(try await app.queryError(Self.request(token)).name == "InvalidVerificationToken")
    }

    @Test("Two first requests at once generate one key")
    func oneKey() async throws {
        let app = try await device.grantedApp()
        let responses = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { try await app.query(Self.request(nil)).required("saml-attribute-query-response") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let certificate = try #require(try await device.certificates().first)
        #expect(responses.count == 8)
        #expect(responses.allSatisfy { $0.contains(certificate.derBase64) })
        #expect(Set(responses).count == 8)
    }

    private static func token(with defect: Defect, service: TestService, now: Int64) throws -> String {
        switch defect {
        case .notBase64: "%%%"
        case .notXML: Base64.encode("hello")
        case .unsigned: Base64.encode("<samlp:AuthnRequest xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\" ID=\"_1\"/>")
        case .foreignKey: try service.token(now: now, key: SigningKey.generate(commonName: "other", now: now))
        case .tampered:
            try {
                let bytes = try #require(Base64.decode(service.token(now: now)))
                let xml = String(decoding: bytes, as: UTF8.self)
                return Base64.encode(xml.split(separator: "_request1").joined(separator: "_request2"))
            }()
        case .wrongIssuer: try service.token(now: now) { $0.issuer = "https://evil.example" }
        case .wrongDestination: try service.token(now: now) { $0.destination = "https://beta.example/saml/sso" }
        case .wrongConsumer: try service.token(now: now) { $0.assertionConsumerServiceURL = "http://evil.example/" }
        case .old: try service.token(now: now - 400)
        case .future: try service.token(now: now + 100)
        }
    }
}
