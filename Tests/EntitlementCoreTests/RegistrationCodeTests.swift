import TVWorld
import Testing

@testable import EntitlementCore

@Suite("Registration codes")
struct RegistrationCodeTests {
    private func create(
        _ call: DeviceCall = Fixture.call(), mvpd: String? = nil, lifetime: String? = nil, deviceType: String? = nil
    ) -> EntitlementEvent<IssuedRegistrationCode> {
        var call = call
        call.deviceType = deviceType
        return .createRegistrationCode(
            call: call, mvpd: mvpd, lifetime: lifetime, connection: ClientConnection(userAgent: "Player/1.0"))
    }

    private func read(_ code: String, requestor: String = "REF30") -> EntitlementEvent<IssuedRegistrationCode> {
        .readRegistrationCode(clientID: Fixture.client, requestor: requestor, code: code)
    }

    private func release(_ code: String, requestor: String = "REF30") -> EntitlementEvent<Void> {
        .releaseRegistrationCode(clientID: Fixture.client, requestor: requestor, code: code)
    }

    @Test("a code has seven unambiguous characters, the call's device, and half an hour")
    func created() throws {
        var service = Fixture()
        var call = Fixture.call()
        call.device = .fields(["osName": "tvOS", "model": "AppleTV"])
        let record = try service.send(create(call, mvpd: "AlphaCable")).record
        #expect(record.code.count == 7)
        #expect(record.code.allSatisfy { "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".contains($0) })
        #expect(record.key == DeviceKey(requestor: "REF30", deviceID: "device-1"))
        #expect(record.clientID == Fixture.client && record.mvpd == "AlphaCable" && record.platform == .tvos && !record.isUsed)
        #expect(record.device["model"] == "AppleTV" && record.connection.userAgent == "Player/1.0")
        #expect(record.createdAt == service.now && record.expiresAt == service.now + 1_800_000)
        #expect(try service.send(read(record.code)).record == record)
        #expect(try service.send(create()).record.code != record.code)
    }

    @Test("a code keeps 512 characters of the User-Agent, of both interfaces")
    func userAgent() throws {
        var service = Fixture()
        let connection = ClientConnection(userAgent: String(repeating: "a", count: 600))
        let record = try service.send(
            .createRegistrationCode(call: Fixture.call(), mvpd: nil, lifetime: nil, connection: connection)
        ).record
        #expect(record.connection.userAgent?.count == 512)
        var call = Fixture.clientCall()
        call.connection = connection
        let session = try service.open(1, SessionFields(), call: call)
        #expect(session.connection.userAgent?.count == 512)
    }

    @Test("a login for a requestor without domains does not name one, even if the application has some")
    func loginWithoutDomain() throws {
        var service = Fixture { $0.requestors[0].domains = [] }
        var statement = try #require(service.state.statements["statement-1"])
        statement.domains = ["player.example"]
        service.save(statement)
        let code = try service.send(create()).record.code
        for (domain, isAccepted) in [("", true), ("player.example", true), ("stranger.example", false), (nil, false)] {
            let login = EntitlementEvent.startWebLogin(
                code: code, requestor: "REF30", mvpd: "AlphaCable", domain: domain, redirectURL: "adbe.example://done")
            #expect((service.refusal(login) == nil) == isAccepted, "\(domain ?? "none")")
        }
    }

    @Test(
        "the deprecated deviceType takes precedence over the device information, as in other calls; without either it is unknown")
    func platform() throws {
        var service = Fixture()
        var call = Fixture.call()
        call.device = .fields(["osName": "iOS"])
        #expect(try service.send(create(call, deviceType: "tvOS")).record.platform == .tvos)
        #expect(try service.send(create(deviceType: "tvOS")).record.platform == .tvos)
        #expect(try service.send(create()).record.platform == nil)
    }

    @Test(
        "ttl accepts 1 to 36000 seconds; if it is left empty, it is half an hour",
        arguments: [("1", 1), ("36000", 36_000), ("", 1_800), (nil, 1_800)] as [(String?, Int64)])
    func lifetime(text: String?, seconds: Int64) throws {
        var service = Fixture()
        let record = try service.send(create(lifetime: text)).record
        #expect(record.expiresAt - record.createdAt == seconds * 1_000)
    }

    @Test("any other ttl is rejected", arguments: ["0", "36001", "-1", " ", "1.5", "soon", "99999999999999999999"])
    func wrongLifetime(text: String) {
        var service = Fixture()
        service.random = ScriptedRandomSource(byte: 0)
        let refusal = service.refusal(create(lifetime: text))
        #expect(refusal?.status == 400 && refusal?.code == .badRequest)
        #expect(refusal?.message.contains("ttl takes 1 to 36000") == true)
        #expect(service.state.registrationCodes["AAAAAAA"] == nil)
    }

    @Test("the call's parameters are checked as in other calls: requestor, deviceId, device information, provider")
    func refusals() {
        var service = Fixture()
        var unreadable = Fixture.call()
        unreadable.device = .unreadable
        #expect(service.refusal(create(Fixture.call("NONE")))?.code == .invalidRequestor)
        #expect(service.refusal(create(Fixture.call(device: nil)))?.code == .invalidDeviceID)
        #expect(service.refusal(create(unreadable))?.code == .invalidDeviceInformation)
        #expect(service.refusal(create(mvpd: "Nobody"))?.code == .unknownIntegration)
        #expect(service.refusal(create(mvpd: "EpsilonTV"))?.code == .unknownIntegration)
        #expect(service.refusal(read("AAAAAAA", requestor: "NONE"))?.code == .invalidRequestor)
    }

    @Test("a device without identifier gets one: no two of them share a sign-in")
    func dummy() throws {
        var service = Fixture()
        let first = try service.send(create(Fixture.call(device: "dummy"))).record
        let second = try service.send(create(Fixture.call(device: "dummy"))).record
        #expect(first.key.deviceID == first.id && second.key.deviceID == second.id && first.id != second.id)
        let again = try service.send(create(Fixture.call(device: first.id))).record
        #expect(again.key == first.key)
    }

    @Test("an expired code is as unknown as one of another requestor, or one that was never issued")
    func unknown() throws {
        var service = Fixture()
        let code = try service.send(create()).record.code
        #expect(service.refusal(read(code, requestor: "REF60"))?.status == 404)
        #expect(service.refusal(release(code, requestor: "REF60"))?.status == 404)
        #expect(service.refusal(read("not a code"))?.status == 404)
        service.now += 1_799_999
        #expect(try service.send(read(code)).record.code == code)
        service.now += 1
        #expect(service.refusal(read(code))?.status == 404)
        #expect(service.refusal(release(code))?.status == 404)
    }

    @Test("a released code is unknown, and may be issued again")
    func released() throws {
        var service = Fixture()
        let numbers = ScriptedRandomSource(byte: 0)
        service.random = numbers
        let first = try service.send(create()).record
        #expect(first.code == "AAAAAAA")
        try service.send(release("aaa-aaaa"))
        #expect(service.refusal(read(first.code))?.status == 404)
        #expect(try service.send(create(Fixture.call(device: "device-2"))).record.code == first.code)
    }

    @Test("a valid code is never issued a second time, an expired one may be")
    func taken() throws {
        var service = Fixture()
        service.random = ScriptedRandomSource(byte: 0)
        try service.send(create(lifetime: "60"))
        let refusal = service.refusal(create(Fixture.call(device: "device-2")))
        #expect(refusal?.status == 500 && refusal?.code == .internalError)
        #expect(service.state.registrationCodes["AAAAAAA"]?.key.deviceID == "device-1")
        service.now += 60_000
        try service.send(create(Fixture.call(device: "device-2")))
        #expect(service.state.registrationCodes["AAAAAAA"]?.key.deviceID == "device-2")
    }

    @Test("a second screen learns whether the code's device is signed in, and what its user may see, until the code ends")
    func secondScreen() throws {
        var service = Fixture()
        let code = try service.send(create()).record.code
        let check = EntitlementEvent.checkAuthentication(clientID: Fixture.client, requestor: "REF30", code: code)
        let preauthorize = EntitlementEvent.preauthorize(
            clientID: Fixture.client, requestor: "REF30", code: code, resources: "news,sports")
        #expect(service.refusal(check)?.status == 403 && service.refusal(check)?.code == .sessionMissing)
        #expect(service.refusal(preauthorize)?.status == 412)
        try service.signIn("u-1002-bob")
        #expect(try service.send(check).record.userID == "u-1002-bob")
        #expect(try service.send(preauthorize).map(\.isAuthorized) == [true, false])
        #expect(service.refusal(.checkAuthentication(clientID: Fixture.client, requestor: "REF60", code: code))?.status == 403)
        #expect(service.refusal(.checkAuthentication(clientID: Fixture.client, requestor: nil, code: code))?.status == 400)
        service.now += 1_800_000
        #expect(service.refusal(check)?.status == 403 && service.refusal(check)?.code == .sessionMissing)
        #expect(service.refusal(preauthorize)?.status == 412)
    }

    @Test(
        "case, blanks, punctuation and look-alikes in an entered code are tolerated",
        arguments: [
            ("abc2345", "ABC2345"), (" AB-C2 345.\n", "ABC2345"), ("ＡＢＣ２３４５", "ABC2345"), ("O0I1l23", "QQLLL23"),
            ("ABC234", nil), ("ABC23456", nil), ("ABC234é", nil), ("", nil), ("😀", nil),
        ] as [(String, String?)])
    func normalized(entered: String, code: String?) {
        #expect(RegistrationCode.normalized(entered) == code)
    }
}

/// Constant random numbers: always the same byte.
struct ScriptedRandomSource: RandomSource {
    var byte: UInt8

    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}
