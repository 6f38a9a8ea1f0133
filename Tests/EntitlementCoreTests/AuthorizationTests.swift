import TVWorld
import Testing

@testable import EntitlementCore

@Suite("Authorization, media tokens, preauthorization")
struct AuthorizationTests {
    @Test("4.1 without a sign-in: authorize 403, tokens/authz 412, media 403, preauthorize 412")
    func unauthenticated() {
        var service = Fixture()
        let refusals = [
            service.refusal(.authorize(call: Fixture.call(), resource: "news")),
            service.refusal(.readAuthorization(call: Fixture.call(), resource: "news")),
            service.refusal(.issueMediaToken(call: Fixture.call(), resource: "news")),
            service.refusal(.preauthorize(call: Fixture.call(), resources: "news")),
        ]
        #expect(refusals.map { $0?.status } == [403, 412, 403, 412])
        #expect(
            refusals.map { $0?.code } == [.sessionMissing, .sessionMissing, .sessionMissing, .preauthorizationSessionMissing])
    }

    @Test("the app's profile and the names of its data are in the journal, where an expectation can name them")
    func journal() throws {
        var service = Fixture()
        var call = Fixture.call()
        (call.applicationProfile, call.genericData, call.visitorID) = ("tv", ["email": "", "age": ""], "visitor-7")
        let details = EntitlementEvent.authorize(call: call, resource: "news").journalDetails
        #expect(details["applicationProfile"] == "tv" && details["genericData"] == "age email")
        // The fixture checks the names.
        try service.signIn(call: call)
        try service.send(.authorize(call: call, resource: "news"))
        try service.send(.readConfiguration(call: call))
        try service.send(.logOut(call: call))
    }

    @Test("4.3 the subscriber's channels decide; the authorization is cached and gives media tokens")
    func permitted() throws {
        var service = Fixture()
        try service.signIn()
        #expect(service.refusal(.issueMediaToken(call: Fixture.call(), resource: "news"))?.code == .authorizationNotFound)
        let authorization = try service.send(.authorize(call: Fixture.call(), resource: "news"))
        #expect(authorization.record.expiresAt == service.now + 86_400_000)
        #expect(authorization.degradation == nil)
        service.now += 1_000
        #expect(try service.send(.authorize(call: Fixture.call(), resource: "news")) == authorization)
        #expect(try service.send(.readAuthorization(call: Fixture.call(), resource: "news")) == authorization)
        let media = try service.send(.issueMediaToken(call: Fixture.call(), resource: "news"))
        #expect(media.token.lifetime == 420_000)
        #expect(media.token.expiresAt == service.now + 420_000)
        #expect(media.token.resource == "news")
    }

    @Test("sessionGUID is the MD5 of the provider's identifier for the user: the same on every device and after every login")
    func sessionGUID() throws {
        var service = Fixture()
        for (device, user, expected) in [
            ("device-1", "u-1001-alice", "ad6f2d8eaf2b6cf1efc5ef4bc0731071"),
            ("device-2", "u-1001-alice", "ad6f2d8eaf2b6cf1efc5ef4bc0731071"),
            ("device-1", "u-1002-bob", "fd56e5d77ea1ba6493cfea40022c2ed1"),
            ("device-1", "u-1001-alice", "ad6f2d8eaf2b6cf1efc5ef4bc0731071"),
        ] {
            let call = Fixture.call(device: device)
            try service.signIn(user, call: call)
            try service.send(.authorize(call: call, resource: "news"))
            let media = try service.send(.issueMediaToken(call: call, resource: "news"))
            #expect(media.token.sessionGUID == expected)
        }
    }

    @Test("4.4 the provider denies, with its own message")
    func denied() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        let refusal = service.refusal(.authorize(call: Fixture.call(), resource: "sports"))
        #expect(refusal?.status == 403)
        #expect(refusal?.code == .authorizationDenied)
        #expect(refusal?.code?.advancedCode == "Z100")
        #expect(refusal?.details == "Your Alpha Cable subscription does not include sports.")
        try service.send(.authorize(call: Fixture.call(), resource: "news"))
    }

    @Test("4.4 a suspended account, an unknown user")
    func rejected() throws {
        var service = Fixture()
        try service.signIn("u-1003-carol")
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "news"))?.code == .sessionInvalidated)
        try service.signIn("nobody")
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "news"))?.code == .identityNotRecognized)
    }

    @Test("a user who is not in the world is authorized by the channels that the provider sent")
    func toldChannels() throws {
        var service = Fixture()
        let request = try service.profileRequest()
        try service.send(
            Fixture.exchange(inResponseTo: request.id, subject: "stranger", attributes: ["channelID": .list(["opera"])]))
        try service.send(.authorize(call: Fixture.call(), resource: "opera"))
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "news"))?.code == .authorizationDenied)
    }

    @Test("4.5 after three denials within a minute the provider is not contacted again")
    func repeatedDenials() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        let event = EntitlementEvent.authorize(call: Fixture.call(), resource: "sports")
        for _ in 1...3 {
            #expect(service.refusal(event)?.code == .authorizationDenied)
            service.now += 10_000
        }
        #expect(service.refusal(event)?.code == .repeatedDenials)
        #expect(service.refusal(event)?.code?.advancedCode == "Z110")
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: "kids"))?.code == .authorizationDenied)
        try service.send(.authorize(call: Fixture.call(), resource: "news"))
        service.now += 60_000
        #expect(service.refusal(event)?.code == .authorizationDenied)
    }

    @Test("4.5 the denials of devices whose identifiers differ only in their normalization are counted separately")
    func deniedDevices() {
        var state = TransientState()
        let composed = DeviceKey(requestor: "REF30", deviceID: "caf\u{e9}")
        let decomposed = DeviceKey(requestor: "REF30", deviceID: "cafe\u{301}")
        state.apply(.noteDenial(composed, DeniedResource(mvpd: "AlphaCable", resource: "sports"), at: 1_000, period: 60_000))
        #expect(state.denials[composed] != nil && state.denials[decomposed] == nil)
    }

    @Test(
        "4.7 a malformed resource",
        arguments: [
            "<rss><channel><title>news</title></channel>", "<rss/>", "<rss><channel><title> </title></channel></rss>",
            "<!DOCTYPE rss [<!ENTITY a \"b\">]><rss><channel><title>&a;</title></channel></rss>", "ne\u{0}ws", "   ",
            "<!DOCTYPE rss><rss><channel><title>news</title></channel></rss>",
            "<rss a='1'b='2'><channel><title>news</title></channel></rss>",
            String(repeating: "a", count: Resource.limit + 1), String(repeating: "<a>", count: 2_000),
        ])
    func malformed(_ resource: String) throws {
        var service = Fixture()
        try service.signIn()
        let refusal = service.refusal(.authorize(call: Fixture.call(), resource: resource))
        #expect(refusal?.status == 400)
        #expect(refusal?.code == .malformedAuthorizationRequest)
        #expect(refusal?.code?.advancedCode == "Z130")
    }

    @Test("a media-RSS resource is authorized by its channel title, its rating by the parental limit")
    func mediaRSS() throws {
        let document = { (channel: String, rating: String) in
            """
            <?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>\(channel)</title>\
            <item><title>A &amp; B</title><guid>g-1</guid><media:rating scheme="urn:mpaa">\(rating)</media:rating></item>\
            </channel></rss>
            """
        }
        let resource = try #require(Resource(document("news", "pg-13")))
        #expect(resource.channel == "news" && resource.guid == "g-1" && resource.rating == Rating(scheme: "MPAA", value: "PG-13"))
        var service = Fixture()
        try service.signIn("u-1002-bob")
        try service.send(.authorize(call: Fixture.call(), resource: document("news", "PG-13")))
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: document("news", "R")))?.code == .parentalControls)
        #expect(service.refusal(.authorize(call: Fixture.call(), resource: document("kids", "G")))?.code == .authorizationDenied)
    }

    @Test("the rating of a document's channel, as in the documented sample, counts unless the item has one")
    func channelRating() throws {
        func document(_ rating: String, item: String? = nil) -> String {
            func element(_ value: String) -> String { "<media:rating scheme=\"urn:mpaa\">\(value)</media:rating>" }
            let content = element(rating) + (item.map { "<item>\(element($0))</item>" } ?? "")
            return "<rss xmlns:media=\"http://search.yahoo.com/mrss/\"><channel><title>news</title>\(content)</channel></rss>"
        }
        #expect(Resource(document("pg"))?.rating == Rating(scheme: "MPAA", value: "PG"))
        #expect(Resource(document("pg", item: "r"))?.rating == Rating(scheme: "MPAA", value: "R"))
        var service = Fixture()
        try service.signIn("u-1002-bob")
        try service.send(.authorize(call: Fixture.call(), resource: document("pg")))
        try service.send(.authorize(call: Fixture.call(), resource: document("r", item: "pg")))
        for denied in [document("r"), document("pg", item: "r")] {
            #expect(service.refusal(.authorize(call: Fixture.call(), resource: denied))?.code == .parentalControls)
        }
    }

    @Test("4.8 an AuthZNone rule denies, cached authorizations included")
    func authorizeNone() throws {
        var service = Fixture()
        try service.signIn()
        try service.send(.authorize(call: Fixture.call(), resource: "news"))
        try service.degrade(.authorizeNone)
        for refusal in [
            service.refusal(.authorize(call: Fixture.call(), resource: "news")),
            service.refusal(.issueMediaToken(call: Fixture.call(), resource: "news")),
        ] {
            #expect(refusal?.code == .degradationRule)
            #expect(refusal?.code?.advancedCode == "Z169")
        }
        #expect(try service.send(.preauthorize(call: Fixture.call(), resources: "news")).map(\.isAuthorized) == [false])
        try service.degrade(.none)
        try service.send(.issueMediaToken(call: Fixture.call(), resource: "news"))
    }

    @Test(
        "4.9 AuthNAll and AuthZAll permit everything, until the rule ends",
        arguments: [Degradation.authenticateAll, .authorizeAll])
    func permitAll(_ rule: Degradation) throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        try service.degrade(rule)
        #expect(try service.send(.authorize(call: Fixture.call(), resource: "sports")).degradation == rule)
        #expect(try service.send(.readAuthorization(call: Fixture.call(), resource: "sports")).degradation == rule)
        try service.send(.issueMediaToken(call: Fixture.call(), resource: "sports"))
        #expect(try service.send(.preauthorize(call: Fixture.call(), resources: "a,b")).map(\.isAuthorized) == [true, true])
        try service.degrade(.none)
        #expect(service.refusal(.issueMediaToken(call: Fixture.call(), resource: "sports"))?.status == 403)
        #expect(service.refusal(.readAuthorization(call: Fixture.call(), resource: "sports"))?.status == 410)
    }

    @Test("an authorization ends with the authentication at the latest")
    func cap() throws {
        var service = Fixture()
        try service.changeIntegration(of: "REF30", with: "AlphaCable") {
            $0.authenticationLifetime = 600
            $0.authorizationLifetime = 3_600
        }
        try service.signIn()
        service.now += 100_000
        #expect(try service.send(.authorize(call: Fixture.call(), resource: "news")).record.expiresAt == service.now + 500_000)
    }

    @Test("a platform's lifetime precedes the integration's, which precedes the requestor's")
    func platformLifetimes() throws {
        var service = Fixture()
        try service.changeIntegration(of: "REF30", with: "AlphaCable") {
            $0.authenticationLifetime = 9_000
            $0.platformAuthenticationLifetimes[.tvos] = 600
            $0.platformAuthorizationLifetimes[.ios] = 60
        }
        func end(_ device: String, _ deviceType: String) throws -> (authentication: Int64, authorization: Int64) {
            var call = Fixture.call(device: device)
            call.deviceType = deviceType
            let request = try service.profileRequest(call, deviceType: deviceType)
            try service.send(Fixture.exchange(inResponseTo: request.id, call: call, deviceType: deviceType, attributes: [:]))
            // The device need not send its platform again.
            call.deviceType = nil
            let authorization = try service.send(.authorize(call: call, resource: "news")).record.expiresAt
            let token = try service.send(.readAuthentication(call: call, form: .token)).record.expiresAt
            return (token - service.now, authorization - service.now)
        }
        #expect(try end("phone", "iOS") == (9_000_000, 60_000))
        #expect(try end("television", "tvOS") == (600_000, 600_000))
        try service.changeIntegration(of: "REF30", with: "AlphaCable") {
            $0.authenticationLifetime = nil
            $0.platformAuthenticationLifetimes[.tvos] = nil
            $0.platformAuthorizationLifetimes[.ios] = nil
        }
        #expect(
            service.state.world.integration(requestor: "REF30", mvpd: "AlphaCable")
                == World.builtIn.integration(requestor: "REF30", mvpd: "AlphaCable"))
        #expect(try end("phone", "iOS") == (2_592_000_000, 86_400_000))
    }

    @Test("an authorization that ended: tokens/authz 410, media 403, authorize contacts the provider again")
    func expired() throws {
        var service = Fixture()
        try service.signIn()
        try service.send(.authorize(call: Fixture.call(), resource: "news"))
        service.now += 86_400_000
        #expect(service.refusal(.readAuthorization(call: Fixture.call(), resource: "news"))?.status == 410)
        let media = service.refusal(.issueMediaToken(call: Fixture.call(), resource: "news"))
        #expect(media?.status == 403 && media?.code == .authorizationExpired)
        #expect(service.refusal(.readAuthorization(call: Fixture.call(), resource: "kids"))?.status == 404)
        #expect(try service.send(.authorize(call: Fixture.call(), resource: "news")).record.expiresAt == service.now + 86_400_000)
    }

    @Test("disabling an integration ends the sign-in")
    func switchedOff() throws {
        var service = Fixture()
        try service.signIn()
        try service.changeIntegration(of: "REF30", with: "AlphaCable") { $0.isEnabled = false }
        #expect(service.refusal(.readAuthentication(call: Fixture.call(), form: .token))?.status == 404)
    }

    @Test("4.11 preauthorization keeps the order; too many resources are rejected")
    func preauthorize() throws {
        var service = Fixture()
        try service.signIn("u-1002-bob")
        let items = try service.send(.preauthorize(call: Fixture.call(), resources: "sports,news,,kids"))
        #expect(items.map(\.resource) == ["sports", "news", "kids"])
        #expect(items.map(\.isAuthorized) == [false, true, false])
        #expect(items[0].refusal?.code == .preauthorizationDenied)
        let joined = try service.send(.preauthorize(call: Fixture.call(), resources: "news,\u{200D}x,\u{301}y"))
        #expect(joined.map { Array($0.resource.unicodeScalars).first } == ["n", "\u{200D}", "\u{301}"])
        #expect(service.refusal(.preauthorize(call: Fixture.call(), resources: "a,b,c,d,e,f"))?.code == .tooManyResources)
        #expect(service.refusal(.preauthorize(call: Fixture.call(), resources: ",,"))?.code == .missingResource)
    }

    @Test("without enhanced errors too many resources give an empty list, and items no error")
    func plainPreauthorize() throws {
        var service = Fixture { $0.requestors[0].hasEnhancedErrors = false }
        try service.signIn("u-1002-bob")
        #expect(try service.send(.preauthorize(call: Fixture.call(), resources: "a,b,c,d,e,f")).isEmpty)
        #expect(try service.send(.preauthorize(call: Fixture.call(), resources: "kids")).map(\.refusal) == [nil])
    }
}
