import EntitlementREST
import Foundation
import Testing

@Suite("Answers")
struct AnswerTests {
    private let fixture = Fixture()
    private let begin = Date(timeIntervalSince1970: 1_700_000_000)

    private func configuration(_ text: String) async throws -> Configuration {
        fixture.service.answer("GET /api/v2/REF30/configuration", .json(200, text))
        return try await fixture.client().configuration()
    }

    @Test("a configuration as in the documentation, and with OpenAPI's names, has the same providers")
    func configuration() async throws {
        let mvpds = """
            [{"id":"Cable","displayName":"Cable TV","logoUrl":"https://example.com/c.png","isTempPass":false,"isProxy":false,
              "authPerAggregator":false,"passiveAuthnEnabled":true,"enablePlatformServices":true,"boardingStatus":"SUPPORTED",
              "displayInPlatformPicker":true,"platformMappingId":"cable-id","requiredMetadataFields":["userID"],"new":[1]},
             {"id":"Pass","isTempPass":true}]
            """
        let documented = try await configuration(
            """
            {"device":"unknown","clientType":"html5","os":"Unknown","requestor":{"id":"REF30","name":"Reference",
             "domains":[{"name":"example.com","mvpdInitiated":false}],"mvpds":\(mvpds)}}
            """)
        let open = try await configuration(
            """
            {"platform":"unknown","sdkType":"html5","os":"Unknown","time":1700000000000,
             "requestor":{"id":"REF30","name":"Reference","channels":"x"},"mvpds":\(mvpds)}
            """)
        #expect(documented.providers == open.providers)
        #expect(documented.domains == ["example.com"])
        let cable = try #require(documented.provider("Cable"))
        #expect(cable.displayName == "Cable TV")
        #expect(cable.logoURL?.absoluteString == "https://example.com/c.png")
        #expect(cable.enablesPlatformServices && cable.boardingStatus == "SUPPORTED" && cable.platformMappingID == "cable-id")
        let pass = try #require(documented.provider("Pass"))
        #expect(pass.isTemporaryPass && pass.displayName == "Pass" && !pass.enablesPlatformServices)
    }

    private func step(_ text: String) async throws -> SessionStep {
        fixture.service.answer("POST /api/v2/REF30/sessions", .json(200, text))
        return try await fixture.client().createSession(mvpd: "Cable")
    }

    @Test(
        "the address of a login page may be relative or absolute",
        arguments: [
            ("/api/v2/authenticate/REF30/ABCDEFG", "http://service.example/api/v2/authenticate/REF30/ABCDEFG"),
            ("https://other.example/login?x=1", "https://other.example/login?x=1"),
        ])
    func authenticate(url: String, resolved: String) async throws {
        guard case .authenticate(let session) = try await step(Sample.session(url: url)) else {
            Issue.record("not authenticate")
            return
        }
        #expect(session.url?.absoluteString == resolved)
        #expect(session.code == "ABCDEFG" && session.mvpd == "Cable" && session.reason == .ordinary)
        #expect(session.sessionID == "1b614390-6610-4d14-9421-6565f6e75958")
        #expect(session.validity == Validity(notBefore: begin, notAfter: begin + 1_800))
    }

    @Test(
        "resume and retry name what is missing, the domain by either name", arguments: ["resume", "retry"],
        ["domain", "domainName"])
    func resume(action: String, domain: String) async throws {
        let text = Sample.session(
            action, url: "/api/v2/REF30/sessions/ABCDEFG", further: #","missingParameters":["\#(domain)","redirectUrl","new"]"#)
        guard case .resume(let session) = try await step(text) else {
            Issue.record("not resume")
            return
        }
        #expect(session.missingParameters == [.domainName, .redirectURL, SessionParameter("new")])
        #expect(session.url == nil, "a browser has nothing to open yet")
    }

    @Test(
        "authorize has no code, and a reason",
        arguments: [
            ("authenticated", SessionReason.authenticated), ("authenticatedSSO", .authenticatedSSO), ("degraded", .degraded),
            ("temporary", .temporary), ("pfs_fallback", .partnerStatusFallback), ("later", SessionReason("later")),
        ])
    func authorize(word: String, reason: SessionReason) async throws {
        let step = try await step(
            """
            {"actionName":"authorize","actionType":"direct","reasonType":"\(word)","sessionId":"s","mvpd":"Cable",
             "url":"/api/v2/REF30/decisions/authorize/Cable","serviceProvider":"REF30"}
            """)
        #expect(step == .authorize(mvpd: "Cable", reason))
        #expect(reason.description == word)
    }

    @Test("an action of a newer service is kept")
    func unknownAction() async throws {
        let step = try await step(#"{"actionName":"dance","actionType":"direct"}"#)
        #expect(step == .unknown("dance"))
    }

    @Test("session information has its parameters, the domain by either name", arguments: ["domain", "domainName"])
    func sessionInformation(domain: String) async throws {
        fixture.service.answer(
            "GET /api/v2/REF30/sessions/ABCDEFG",
            .json(
                200,
                """
                {"existingParameters":{"serviceProvider":"REF30","mvpd":"Cable","\(domain)":"example.com"},
                 "missingParameters":["redirectUrl"],"device":{"type":"unknown","version":{"major":0},"secure":true},
                 "notBefore":"\(Sample.begin)","notAfter":"\(Sample.begin + 1_800_000)"}
                """))
        let information = try await fixture.client().session(code: "ABCDEFG")
        #expect(
            information.existingParameters == ["serviceProvider": "REF30", "mvpd": "Cable", "domainName": "example.com"])
        #expect(information.mvpd == "Cable")
        #expect(information.missingParameters == [.redirectURL])
        #expect(information.validity.notAfter == begin + 1_800)
    }

    @Test("a profile has its times, its type, and attributes of every kind")
    func profile() async throws {
        fixture.service.answer(
            "GET /api/v2/REF30/profiles",
            .json(
                200,
                """
                {"profiles":{"Cable":{"notBefore":1700000000000,"notAfter":1700003600000,"issuer":"Cable","type":"regular",
                 "sessionId":"x","attributes":{"userID":{"value":"u","state":"plain"},"zip":{"value":"AAEC","state":"enc"},
                 "channels":{"value":["a","b"],"state":"plain"},"remaining":{"value":3,"state":"plain"},
                 "isAdult":{"value":true,"state":"plain"},"more":{"value":{"x":1.5},"state":"plain"},
                 "household":{"state":"enc","error":"invalid_configuration_user_metadata_certificate"}}}}}
                """))
        let profile = try #require(try await fixture.client().profiles()["Cable"])
        #expect(profile.validity == Validity(notBefore: begin, notAfter: begin + 3_600))
        #expect(profile.type == .regular && profile.issuer == "Cable")
        #expect(profile.attributes["userID"]?.value == .text("u"))
        #expect(profile.attributes["zip"]?.isEncrypted == true)
        #expect(profile.attributes["userID"]?.isEncrypted == false)
        #expect(profile.attributes["channels"]?.value == .list([.text("a"), .text("b")]))
        #expect(profile.attributes["remaining"]?.value == .integer(3))
        #expect(profile.attributes["isAdult"]?.value == .flag(true))
        #expect(profile.attributes["more"]?.value == .map(["x": .number(1.5)]))
        #expect(profile.attributes["household"]?.value == nil)
        #expect(profile.attributes["household"]?.error == .invalidConfigurationUserMetadataCertificate)
    }

    @Test("permits have a token, denials a reason; AuthZAll has no times")
    func decisions() async throws {
        let all =
            #"{"resource":"c","serviceProvider":"REF30","mvpd":"Cable","source":"degradation","authorized":true,"token":{"notBefore":\#(Sample.begin),"notAfter":\#(Sample.begin),"serializedToken":"eA=="}}"#
        fixture.service.answer(
            "POST /api/v2/REF30/decisions/authorize/Cable",
            .json(200, Sample.decisions(Sample.permit("a"), Sample.denial("b", "authorization_denied_by_mvpd"), all)))
        let decisions = try await fixture.client().authorize(["a", "b", "c"], at: "Cable")
        #expect(decisions.map(\.isAuthorized) == [true, false, true])
        #expect(decisions.map(\.source) == [.provider, .provider, .degradation])
        #expect(decisions[0].mediaToken?.serialized == "dG9rZW4=")
        #expect(decisions[0].validity?.notAfter == begin + 3_600)
        #expect(decisions[1].mediaToken == nil)
        let error = try #require(decisions[1].error)
        #expect(error.code == .authorizationDeniedByMVPD && error.status == 403 && error.action == .nothing)
        #expect(error.details == "d" && error.helpURL == "h" && error.trace == "t" && error.message == "m")
        #expect(decisions[2].validity == nil)
    }

    @Test(
        "a logout reports the remaining action",
        arguments: [
            (
                #""actionName":"logout","actionType":"interactive","url":"/adobe-services/logout?x=1""#,
                LogoutStep.browser(URL(string: "http://service.example/adobe-services/logout?x=1")!)
            ),
            (#""actionName":"partner_logout","actionType":"partner_interactive""#, .partner),
            (#""actionName":"complete","actionType":"none""#, .complete),
            (#""actionName":"invalid","actionType":"none""#, .invalid),
            (#""actionName":"later""#, .unknown("later")),
        ])
    func logout(members: String, step: LogoutStep) async throws {
        fixture.service.answer(
            "GET /api/v2/REF30/logout/Cable", .json(200, #"{"logouts":{"Cable":{\#(members),"mvpd":"Cable"}}}"#))
        #expect(try await fixture.client().logout(from: "Cable") == step)
    }

    @Test("words of a newer service are kept, and the two names of one parameter are one value")
    func vocabularies() {
        #expect(ErrorCode("too_many_resources") == .tooManyResources)
        #expect(ErrorCode("brand-new").word == "brand-new")
        #expect(SessionParameter("domain") == .domainName)
    }
}
