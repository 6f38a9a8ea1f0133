import TVWorld
import Testing

@testable import EntitlementCore

@Suite("Registration, access, configuration")
struct RegistrationTests {
    private func register(
        _ statement: String = "statement-1", _ redirect: String? = nil
    ) -> EntitlementEvent<ClientRegistration> {
        .registerClient(statement: statement, redirectURI: redirect, clientID: "client-2", secretDigest: [9])
    }

    @Test("1.1 an unknown or revoked statement does not register a client")
    func statements() throws {
        var service = Fixture()
        #expect(service.refusal(register("other"))?.registrationError == .invalidSoftwareStatement)
        try service.send(.revokeStatement(id: "statement-1"))
        try service.send(.revokeStatement(id: "statement-1"))
        #expect(service.refusal(register())?.registrationError == .unapprovedSoftwareStatement)
        #expect(service.refusal(.revokeStatement(id: "other"))?.status == 404)
    }

    @Test(
        "redirect_uri: schemes of the statement, https on the requestors' domains",
        arguments: [
            ("adbe.example://ios.app", true), ("ADBE.EXAMPLE://x", true), ("https://example.com/x", true),
            ("https://tv.example.com:8443", true), ("http://example.com", false), ("https://example.com.evil.test", false),
            ("https://example.com@evil.test/", false), ("https://evilexample.com", false), ("other://x", false), ("", false),
            ("https://example.com/\u{0}", false), ("https://example.com/" + String(repeating: "x", count: 2_048), false),
        ])
    func redirect(_ uri: String, _ isAccepted: Bool) {
        var service = Fixture()
        let refusal = service.refusal(register("statement-1", uri))
        #expect(refusal?.registrationError == (isAccepted ? nil : .invalidRedirectURI))
        #expect(isAccepted || refusal?.message.hasSuffix(", up to 2048 bytes.") == true)
        #expect((service.state.clients["client-2"] != nil) == isAccepted)
    }

    @Test("1.2 an access token needs the right secret and a statement that is not revoked")
    func accessToken() throws {
        var service = Fixture()
        let answer = try service.send(.issueAccessToken(clientID: Fixture.client, secretDigest: [1, 2, 3]))
        #expect(answer.lifetime == 21_600 && answer.createdAt == service.now / 1_000)
        for (client, digest) in [
            (Fixture.client, [1, 2, 4] as [UInt8]), (Fixture.client, []), ("other", [1, 2, 3]), ("other", []),
        ] {
            #expect(
                service.refusal(.issueAccessToken(clientID: client, secretDigest: digest))?.registrationError == .invalidClient)
        }
        try service.send(.revokeStatement(id: "statement-1"))
        let refusal = service.refusal(.issueAccessToken(clientID: Fixture.client, secretDigest: [1, 2, 3]))
        #expect(refusal?.registrationError == .unauthorizedClient)
    }

    @Test("1.3 an unknown requestor")
    func unknownRequestor() {
        var service = Fixture()
        let refusal = service.refusal(
            .readConfiguration(call: DeviceCall(clientID: Fixture.client, requestor: "NOPE", deviceID: nil)))
        #expect(refusal?.status == 400 && refusal?.code == .invalidRequestor && refusal?.isEnhanced == true)
    }

    @Test("calls of an unknown client, a revoked statement, an uncovered requestor are 403 invalid_client")
    func access() throws {
        var service = Fixture()
        var stranger = Fixture.call()
        stranger.clientID = "other"
        #expect(service.refusal(.readAuthentication(call: stranger, form: .token))?.accessError == .invalidClient)
        service.register("narrow", for: ["REF60"])
        stranger.clientID = "narrow"
        #expect(service.refusal(.readAuthentication(call: stranger, form: .token))?.accessError == .invalidClient)
        try service.send(.revokeStatement(id: "statement-1"))
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .token))?.accessError == .invalidClient)
    }

    @Test("missing requestor, missing or oversized device id, unreadable device information")
    func parameters() {
        var service = Fixture()
        var unreadable = Fixture.call()
        unreadable.device = .unreadable
        let calls = [
            Fixture.call(nil), Fixture.call(device: nil), Fixture.call(device: ""),
            Fixture.call(device: String(repeating: "x", count: 1_025)), unreadable,
        ]
        #expect(
            calls.map { service.refusal(.readAuthentication(call: $0, form: .token))?.code } == [
                .invalidRequestor, .invalidDeviceID, .invalidDeviceID, .invalidDeviceID, .invalidDeviceInformation,
            ])
    }

    @Test("1.7 the configuration lists enabled integrations in the providers' order, with single sign-on by platform")
    func configuration() throws {
        var service = Fixture()
        try service.changeIntegration(of: "REF30", with: "beta.example") { $0.singleSignOn.remove(.tvos) }
        let read = { (deviceType: String?, device: DeviceInformation) in
            EntitlementEvent.readConfiguration(
                call: DeviceCall(
                    clientID: Fixture.client, requestor: "REF30", deviceID: nil, device: device, deviceType: deviceType))
        }
        let answer = try service.send(read("iOS", .absent))
        #expect(answer.entries.map(\.provider.mvpd) == ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "TempPass"])
        #expect(answer.entries.map(\.isSingleSignOnEnabled) == [true, true, false, false, false])
        #expect(answer.time == service.now)
        for device: DeviceInformation in [.fields(["osName": "tvOS"]), .fields(["model": "AppleTV6,2"]), .absent] {
            #expect(try service.send(read(nil, device)).entries.map(\.isSingleSignOnEnabled).prefix(2) == [true, false])
        }
        #expect(try service.send(read(nil, .fields(["osFamily": "iOS"]))).entries[1].isSingleSignOnEnabled)
    }

    @Test("changing an integration: unknown names are rejected, a new pair is added, a reset reverts it")
    func changeIntegration() throws {
        var service = Fixture()
        for (requestor, mvpd) in [("NOPE", "AlphaCable"), ("REF30", "NOPE")] {
            let change = EntitlementEvent.changeIntegration(of: requestor, with: mvpd) { _ in }
            #expect(service.refusal(change)?.status == 404)
        }
        let added = try service.changeIntegration(of: "REF60", with: "delta.example") { $0.isEnabled = true }
        #expect(added.integration.mvpd == "DeltaCoop")
        try service.signIn()
        try service.send(.resetService(clock: ClockRecord(setting: "real", start: "real")))
        #expect(service.state.world == .builtIn)
        #expect(service.state.authentications[DeviceKey(requestor: "REF30", deviceID: "device-1")] == nil)
        #expect(service.state.statements.count == 1 && service.state.clients[Fixture.client] != nil)
        #expect(service.state.providerMetadata.count == World.builtIn.providers.count)
    }

    @Test("statements are issued for known requestors only")
    func issueStatement() throws {
        var service = Fixture()
        let statement = SoftwareStatement(id: "s2", requestors: ["REF30"], name: "", platforms: [], schemes: [], issuedAt: 0)
        try service.send(.issueStatement(statement))
        #expect(service.state.statements["s2"] == statement)
        var other = statement
        other.requestors = ["NOPE"]
        #expect(service.refusal(.issueStatement(other))?.status == 404)
    }
}
