import EntitlementCore
import HTTPTypes
import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Partner single sign-on of REST v2 over HTTP", .app)
struct PartnerRouteTests {
    private let app = Client.current

    /// The headers of a device whose system account is signed in.
    private static func headers(_ provider: String? = "alpha.example", access: String = "granted") -> HTTPFields {
        let information = provider.map { #"{"id":"\#($0)","expirationDate":"1900000000000"}"# } ?? "{}"
        let status = #"{"frameworkPermissionInfo":{"accessStatus":"\#(access)"},"frameworkProviderInfo":\#(information)}"#
        return Client.headers([
            "AP-Partner-Framework-Status": Client.base64(status),
            "X-Device-Info": Client.base64(#"{"osName":"tvOS","model":"AppleTV6,2"}"#),
        ])
    }

    private func session(_ headers: HTTPFields = Self.headers()) async throws -> Client.Answer {
        try await app.post("/api/v2/REF30/sessions/sso/Apple", [:], headers: headers)
    }

    /// The request of a session, as the provider reads it.
    private func request(_ session: Client.Answer) async throws -> AuthnRequest {
        let encoded = try #require(session.json["authenticationRequest"]?["request"]?.text)
        let xml = try #require(SAML.Base64.decode(encoded))
        #expect(xml.starts(with: "<?xml version=".utf8))
        return try await app.authnRequest(xml, to: "AlphaCable")
    }

    /// The response of the provider to a session's request, in Base64.
    private func response(_ session: Client.Answer) async throws -> String {
        let request = try await request(session)
        return SAML.Base64.encode(try app.response(to: request).signed(with: app.fixture.provider))
    }

    private func create(_ response: String, _ headers: HTTPFields = Self.headers()) async throws -> Client.Answer {
        try await app.post("/api/v2/REF30/profiles/sso/apple", ["SAMLResponse": response], headers: headers)
    }

    @Test("E12, E13 the request for the system account, its response, and the profile of it")
    func exchange() async throws {
        try await app.trust()
        let session = try await session()
        #expect(session.json["actionName"] == "partner_profile" && session.json["actionType"] == "direct")
        #expect(session.json["url"] == "/api/v2/REF30/profiles/sso/Apple" && session.json["mvpd"] == "AlphaCable")
        #expect(session.json["code"] == nil && session.json["notAfter"] == nil)
        let request = session.json["authenticationRequest"]
        #expect(request?["type"] == "saml" && request?["attributesNames"]?.texts?.isEmpty == false)
        let response = try await response(session)
        let created = try await create(response)
        #expect(created.status == 201, "\(created.text)")
        let profile = created.json["profiles"]?["AlphaCable"]
        #expect(profile?["type"] == "appleSSO" && profile?["issuer"] == "Apple")
        let replayed = try await create(response)
        #expect(replayed.status == 400 && replayed.code == "invalid_parameter_saml_response")
        #expect(try await app.call(.profiles, headers: Self.headers()).json == created.json)
        #expect(try await app.call(.profiles).json["profiles"] == .object([]))
        #expect(try await self.session().json["reasonType"] == "authenticatedSSO")
        let list = try await app.administer(.get, "sessions").json["sessions"]?.elements.first
        #expect(list?["type"] == "appleSSO" && list?["interface"] == "v2")
        let page = try await app.get("/dashboard/sessions").text
        #expect(page.contains("appleSSO") && page.contains("row 27.14, system account"))
    }

    @Test("E12 without a usable account: a login in a browser, or what is missing for it")
    func fallbacks() async throws {
        let fields = ["domainName": "example.com", "redirectUrl": "adbe.example://done"]
        for (headers, reason, mvpd) in [
            (Client.headers(), "pfs_fallback", nil), (Self.headers(access: "denied"), "pfs_fallback", "AlphaCable"),
            (Self.headers(nil), "pfs_fallback", nil), (Self.headers("gamma.example"), "pfs_fallback", nil),
            (Self.headers("beta.example"), "configuration_fallback", "BetaFiber"),
        ] as [(HTTPFields, String, String?)] {
            let answer = try await app.post("/api/v2/REF30/sessions/sso/APPLE", fields, headers: headers)
            #expect(answer.json["actionName"] == "authenticate" && answer.json["reasonType"]?.text == reason, "\(answer.text)")
            #expect(answer.json["mvpd"]?.text == mvpd && answer.json["code"]?.text?.count == 7)
            #expect(answer.json["missingParameters"]?.texts == (mvpd == nil ? ["mvpd"] : nil))
        }
        let missing = try await session(Self.headers(access: "denied"))
        #expect(missing.json["actionName"] == "resume" && missing.json["reasonType"] == "missing_parameters_fallback")
        #expect(missing.json["missingParameters"] == ["domainName", "redirectUrl"])
    }

    @Test("E13 each verdict of the status has its error")
    func verdicts() async throws {
        try await app.trust()
        let expired = Client.base64(
            #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"#
                + #""frameworkProviderInfo":{"id":"alpha.example","expirationDate":"1"}}"#
        )
        for (headers, code) in [
            (Client.headers(), "invalid_header_pfs_permission_access_not_present"),
            (Client.headers(["AP-Partner-Framework-Status": "%%%"]), "invalid_header_pfs_permission_access_not_present"),
            (Self.headers(access: "notDetermined"), "invalid_header_pfs_permission_access_not_determined"),
            (Self.headers(access: "restricted"), "invalid_header_pfs_permission_access_not_granted"),
            (Self.headers(nil), "invalid_header_pfs_provider_id_not_determined"),
            (Self.headers("nobody.example"), "invalid_header_pfs_provider_id_not_determined"),
            (Self.headers("gamma.example"), "invalid_header_pfs_provider_id_not_determined"),
            (Client.headers(["AP-Partner-Framework-Status": expired]), "invalid_header_pfs_provider_info_expired"),
            (Self.headers("epsilon.example"), "invalid_integration"),
        ] {
            let answer = try await create("AAAA", headers)
            #expect(answer.status == 400 && answer.code == code, "\(answer.text)")
        }
    }

    @Test("E13 a response that is missing, not Base64, not XML, or not for this device; without metadata it is 500")
    func responses() async throws {
        let unknown = try await create("AAAA")
        #expect(unknown.status == 500 && unknown.code == "invalid_configuration_mvpd_platform_profile_exchange")
        try await app.trust()
        let session = try await session()
        let right = try await response(session)
        for wrong in ["", "%%%", "AAAA", Client.base64("<a/>"), String(repeating: "A", count: 200_000)] {
            let answer = try await create(wrong)
            #expect(
                answer.status == 400 && answer.code == "invalid_parameter_saml_response",
                "\(wrong.prefix(20)): \(answer.text)")
        }
        var headers = Self.headers()
        let json = try await app.send(
            .post, "/api/v2/REF30/profiles/sso/Apple?SAMLResponse=\(Client.encode(right))", headers: headers)
        #expect(json.code == "invalid_parameter_saml_response")
        headers[.deviceIdentifier] = "fingerprint \(Client.base64("device-2"))"
        #expect(try await create(right, headers).code == "invalid_parameter_saml_response")
        #expect(try await create(right).status == 201)
    }

    @Test("27.8-27.10 each flawed response is 400, with the reason in details; the request stays open")
    func flaws() async throws {
        try await app.trust()
        let request = try await request(try await session())
        for flaw in ExchangeRouteTests.Flaw.allCases {
            let answer = try await create(try await flaw.response(app, to: request))
            #expect(answer.status == 400 && answer.code == "invalid_parameter_saml_response", "\(flaw): \(answer.text)")
            #expect(answer.json["details"]?.text?.contains(flaw.reason) == true, "\(flaw): \(answer.text)")
        }
        #expect(try await app.created()["profiles"] == nil)
        let right = try app.response(to: request).signed(with: app.fixture.provider)
        #expect(try await create(SAML.Base64.encode(right)).status == 201)
    }

    @Test("36.3 a response that is sent twice at once is accepted once")
    func race() async throws {
        try await app.trust()
        let response = try await response(try await session())
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await create(response).status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 201 } == 1 && statuses.count { $0 == 400 } == 7)
    }
}
