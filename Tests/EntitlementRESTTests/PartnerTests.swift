import EntitlementREST
import Foundation
import ServiceAccess
import Testing

@Suite("Single sign-on with the device's account")
struct PartnerTests {
    private let fixture = Fixture()
    private let profiles = "GET /api/v2/REF30/profiles"
    private let session = "POST /api/v2/REF30/sessions/sso/Apple"
    private let exchange = "POST /api/v2/REF30/profiles/sso/Apple"
    private let configuration = "GET /api/v2/REF30/configuration"
    private let partnerProfile = """
        {"actionName":"partner_profile","actionType":"direct","reasonType":"none","sessionId":"s","mvpd":"Cable",
         "serviceProvider":"REF30","url":"/api/v2/REF30/profiles/sso/Apple",
         "authenticationRequest":{"type":"saml","request":"PHNhbWw+","attributesNames":["uid"]}}
        """
    private static let future = Date(timeIntervalSince1970: 1_700_100_000)
    private static let signedIn = PartnerFrameworkStatus(access: .granted, provider: "cable-id", expirationDate: future)

    init() {
        fixture.service.answer(profiles, .json(200, Sample.profiles()))
        fixture.service.answer(session, .json(200, partnerProfile))
        fixture.service.answer(exchange, .json(201, Sample.profiles(Sample.profile(type: "appleSSO"))))
        fixture.service.answer(
            configuration,
            .json(
                200,
                """
                {"requestor":{"id":"REF30","mvpds":[
                 {"id":"Cable","enablePlatformServices":true,"platformMappingId":"cable-id","displayInPlatformPicker":true},
                 {"id":"Hidden","enablePlatformServices":true,"platformMappingId":"hidden-id","displayInPlatformPicker":false},
                 {"id":"Satellite","enablePlatformServices":true,"platformMappingId":"satellite-id"},
                 {"id":"Own","enablePlatformServices":false,"platformMappingId":"own-id"}]}}
                """))
        fixture.account.change { state in
            state.status = Self.signedIn
            state.response = PartnerResponse(text: "\n<r>\t \t<a/>\r\n </r>  \n", provider: "cable-id")
        }
    }

    @Test("a profile that exists needs neither a dialog nor an exchange")
    func existingProfile() async throws {
        fixture.service.answer(profiles, .json(200, Sample.profiles(Sample.profile(type: "appleSSO"))))
        let profile = try #require(try await fixture.client().partnerSignIn().profile)
        #expect(profile.type == .appleSSO)
        #expect(fixture.service.lines == [profiles])
        #expect(fixture.service.requests[0].headers["AP-Partner-Framework-Status"] == Self.signedIn.headerValue)
        #expect(fixture.account.now.supported == nil)
    }

    @Test("a signed-in account is exchanged for a profile without a dialog")
    func silentExchange() async throws {
        let client = fixture.client()
        let profile = try #require(try await client.partnerSignIn().profile)
        #expect(profile.mvpd == "Cable")
        #expect(fixture.service.lines == [profiles, session, exchange])
        let request = try #require(fixture.account.now.request)
        #expect(request.request == "PHNhbWw+" && request.attributeNames == ["uid"] && request.mvpd == "Cable")
        let form = try #require(fixture.service.requests.last?.text)
        let expected = Data("<r> <a/> </r>".utf8).base64EncodedString()
            .replacing("+", with: "%2B").replacing("=", with: "%3D")
        #expect(form == "SAMLResponse=\(expected)")
        #expect(fixture.account.now.supported == nil)
        #expect(await client.rememberedSignIn()?.profile?.type == .appleSSO)
    }

    @Test("a task that is cancelled during the dialog is not the user's cancellation")
    func cancelledInDialog() async {
        fixture.account.change { state in
            state.status = PartnerFrameworkStatus(access: .granted)
            state.selection = .cancelled
            state.isCancelledInDialog = true
        }
        let client = fixture.client()
        let call = Task { try await client.partnerSignIn() }
        await #expect(throws: EntitlementClientError.cancelled) { try await call.value }
    }

    @Test("a cancelled query does not change what is known of the account", arguments: [true, false])
    func cancelledQuery(signsIn: Bool) async throws {
        let client = fixture.client()
        await client.refreshPartnerStatus()
        fixture.account.change { state in
            state.status = PartnerFrameworkStatus(
                access: .granted, providerFailure: .init(code: "2", message: "The request was cancelled by the app."))
        }
        let query = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            if signsIn { _ = try await client.partnerSignIn() } else { await client.refreshPartnerStatus() }
        }
        _ = await query.result
        _ = try await client.profiles()
        #expect(fixture.service.requests.last?.headers["AP-Partner-Framework-Status"] == Self.signedIn.headerValue)
    }

    @Test("without a sign-in, the system's dialog offers the providers of the platform")
    func dialog() async throws {
        fixture.account.change { state in
            state.status = PartnerFrameworkStatus(access: .granted)
            state.selection = .status(Self.signedIn)
        }
        #expect(try await fixture.client().partnerSignIn(featured: ["Satellite", "Own"]).profile != nil)
        #expect(fixture.account.now.supported == ["cable-id", "satellite-id"])
        #expect(fixture.account.now.featured == ["satellite-id"])
        #expect(fixture.service.lines == [profiles, configuration, session, exchange])
    }

    @Test("without a provider of the platform, no dialog appears, because it would offer all providers")
    func noProvider() async throws {
        fixture.account.change { state in
            state.status = Self.nobody
            state.selection = .status(Self.signedIn)
        }
        let own = #"{"id":"Own","enablePlatformServices":false,"platformMappingId":"own-id"}"#
        fixture.service.answer(configuration, .json(200, #"{"requestor":{"id":"REF30","mvpds":[\#(own)]}}"#))
        #expect(try await fixture.client().partnerSignIn() == .basic(nil, preselected: nil, .notSignedIn))
        #expect(fixture.account.now.supported == nil)
        #expect(fixture.service.lines == [profiles, configuration])
    }

    @Test("an expired authentication is renewed by the dialog")
    func expired() async throws {
        fixture.account.change { state in
            state.status = PartnerFrameworkStatus(
                access: .granted, provider: "cable-id", expirationDate: Date(timeIntervalSince1970: 1))
            state.selection = .status(Self.signedIn)
        }
        _ = try await fixture.client().partnerSignIn()
        let statuses = fixture.service.requests.compactMap { $0.object("AP-Partner-Framework-Status") }
        #expect(
            statuses.map { $0["frameworkProviderInfo"]?["expirationDate"]?.text } == [
                "1000", "1700100000000", "1700100000000",
            ])
    }

    /// The answers of the account, and how the basic flow continues.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: PartnerFrameworkStatus
        let selection: PartnerSelection
        let preselected: String?
        let fallback: PartnerFallback
    }

    private static let nobody = PartnerFrameworkStatus(access: .granted)
    private static let failure = PartnerFrameworkStatus.Failure(code: "3", message: "m")

    static let rows = [
        Row(
            testDescription: "access denied", status: PartnerFrameworkStatus(access: .denied), selection: .cancelled,
            preselected: nil, fallback: .notPermitted(.denied)),
        Row(
            testDescription: "access not decided", status: PartnerFrameworkStatus(access: .notDetermined),
            selection: .cancelled, preselected: nil, fallback: .notPermitted(.notDetermined)),
        Row(testDescription: "cancelled", status: nobody, selection: .cancelled, preselected: nil, fallback: .cancelled),
        Row(
            testDescription: "a provider without the platform's sign-in", status: nobody,
            selection: .unsupportedProvider("own-id"), preselected: "Own", fallback: .unsupportedProvider),
        Row(
            testDescription: "an unknown provider", status: nobody, selection: .unsupportedProvider("else-id"),
            preselected: nil, fallback: .unsupportedProvider),
        Row(
            testDescription: "another provider", status: nobody, selection: .unsupportedProvider(nil), preselected: nil,
            fallback: .unsupportedProvider),
        Row(
            testDescription: "failed", status: nobody, selection: .failed(failure), preselected: nil,
            fallback: .accountFailed(failure)),
        Row(
            testDescription: "nobody", status: nobody, selection: .status(nobody), preselected: nil, fallback: .notSignedIn),
        Row(
            testDescription: "access withdrawn in the dialog", status: nobody,
            selection: .status(PartnerFrameworkStatus(access: .denied)), preselected: nil, fallback: .notPermitted(.denied)),
    ]

    @Test("where the account does not help, the basic flow follows", arguments: rows)
    func basic(row: Row) async throws {
        fixture.account.change { ($0.status, $0.selection) = (row.status, row.selection) }
        let outcome = try await fixture.client().partnerSignIn()
        #expect(outcome == .basic(nil, preselected: row.preselected, row.fallback))
        #expect(!fixture.service.lines.contains(session))
    }

    @Test("a service that continues with the basic flow gives the session for it", arguments: ["authenticate", "resume"])
    func session(action: String) async throws {
        let text = Sample.session(action).replacing(#""reasonType":"none""#, with: #""reasonType":"configuration_fallback""#)
        fixture.service.answer(session, .json(200, text))
        let outcome = try await fixture.client().partnerSignIn(
            domainName: "example.com", redirectURL: URL(string: "app://end"))
        guard case .basic(let pending?, "Cable", .session(.configurationFallback)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(pending.code == "ABCDEFG")
        #expect(fixture.service.requests.last?.text == "domainName=example.com&redirectUrl=app%3A%2F%2Fend")
    }

    @Test("a degraded or already signed-in provider has its profile")
    func authorize() async throws {
        fixture.service.answer(
            session, .json(200, #"{"actionName":"authorize","actionType":"direct","reasonType":"degraded","mvpd":"Cable"}"#))
        fixture.service.answer("\(profiles)/Cable", .json(200, Sample.profiles(Sample.profile(type: "degraded"))))
        let profile = try #require(try await fixture.client().partnerSignIn().profile)
        #expect(profile.type == .degraded)
    }

    @Test("a refusal of the service leads to the basic flow", arguments: [true, false])
    func refused(isExchange: Bool) async throws {
        let code = isExchange ? "invalid_parameter_saml_response" : "invalid_integration"
        fixture.service.answer(isExchange ? exchange : session, .json(400, Sample.error(code, status: 400)))
        let outcome = try await fixture.client().partnerSignIn()
        guard case .basic(nil, let preselected, .refused(let error)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(preselected == (isExchange ? "Cable" : nil))
        #expect(error.code == ErrorCode(code))
    }

    @Test(
        "a response counts once: its call is never repeated", arguments: [FakeService.Reply.lost, .json(503, ""), .json(429, "")])
    func noRepetition(reply: FakeService.Reply) async {
        fixture.service.answer(exchange, reply)
        await #expect(throws: EntitlementClientError.self) { try await fixture.client().partnerSignIn() }
        #expect(fixture.service.count(exchange) == 1)
    }

    @Test("without a response of the provider, the basic flow follows", arguments: [nil, " \n\t"])
    func noResponse(text: String?) async throws {
        fixture.account.change { $0.response = text.map { PartnerResponse(text: $0) } }
        #expect(try await fixture.client().partnerSignIn() == .basic(nil, preselected: "Cable", .noResponse))
    }

    @Test("a service that has no profile after the exchange leads to the basic flow")
    func noProfile() async throws {
        fixture.service.answer(exchange, .json(200, Sample.profiles()))
        #expect(try await fixture.client().partnerSignIn() == .basic(nil, preselected: "Cable", .noProfile))
    }

    @Test("if the user changes the provider meanwhile, the sign-in starts over a limited number of times")
    func providerChanged() async throws {
        fixture.account.change { $0.response = PartnerResponse(text: "<r/>", provider: "satellite-id") }
        #expect(try await fixture.client().partnerSignIn() == .basic(nil, preselected: nil, .providerChanged))
        #expect(fixture.account.now.statusCalls == 2)
        #expect(fixture.service.count(exchange) == 0)
    }

    @Test("the status is sent with later requests, with a past date too, until the account has no sign-in")
    func rememberedStatus() async throws {
        let client = fixture.client()
        _ = try? await client.profiles()
        await client.refreshPartnerStatus()
        fixture.clock.advance(1_000_000)
        _ = try? await client.profiles()
        fixture.account.change { $0.status = PartnerFrameworkStatus(access: .granted) }
        await client.refreshPartnerStatus()
        _ = try? await client.profiles()
        let sent = fixture.service.requests.map { $0.headers["AP-Partner-Framework-Status"] }
        #expect(sent == [nil, Self.signedIn.headerValue, nil])
    }

    @Test("after another sign-in at the account, or none, profile and permits are requested from the service again")
    func changedStatus() async throws {
        let (all, one) = ("GET /api/v2/REF30/profiles", "GET /api/v2/REF30/profiles/Cable")
        let permits = "POST /api/v2/REF30/decisions/preauthorize/Cable"
        for path in [all, one] { fixture.service.answer(path, .json(200, Sample.profiles(Sample.profile(type: "appleSSO")))) }
        fixture.service.answer(permits, .json(200, Sample.decisions(Sample.permit("a", token: false))))
        let client = fixture.client()
        func ask() async throws {
            _ = try await client.currentProfile()
            _ = try await client.preauthorize(["a"], at: "Cable")
        }
        await client.refreshPartnerStatus()
        try await ask()
        await client.refreshPartnerStatus()
        try await ask()
        #expect(fixture.service.count(one) == 0 && fixture.service.count(permits) == 1, "the same sign-in")
        fixture.service.answer(one, .json(200, Sample.profiles()))
        fixture.account.change { $0.status = PartnerFrameworkStatus(access: .denied) }
        await client.refreshPartnerStatus()
        try await ask()
        #expect(fixture.service.count(one) == 1 && fixture.service.count(permits) == 2)
        #expect(await client.rememberedSignIn()?.profile == nil)
    }

    @Test("a status that the service could not use is not sent again")
    func rejectedStatus() async throws {
        fixture.service.answer(
            "POST /api/v2/REF30/decisions/authorize/Cable",
            .json(200, Sample.decisions(Sample.denial("a", "invalid_header_pfs_provider_id_mismatch", status: 400))))
        let client = fixture.client()
        await client.refreshPartnerStatus()
        _ = try await client.authorize(["a"], at: "Cable")
        _ = try? await client.profiles()
        #expect(fixture.service.requests.first?.headers["AP-Partner-Framework-Status"] != nil)
        #expect(fixture.service.requests.last?.headers["AP-Partner-Framework-Status"] == nil)
    }

    @Test("the status is encoded as the service expects it")
    func encoding() throws {
        func decoded(_ status: PartnerFrameworkStatus) throws -> JSONValue {
            let bytes = try #require(Data(base64Encoded: status.headerValue))
            return try #require(JSONValue(parsing: Array(bytes)))
        }
        let full = try decoded(Self.signedIn)
        #expect(full["frameworkPermissionInfo"] == .object(["accessStatus": .text("granted")]))
        #expect(
            full["frameworkProviderInfo"]
                == .object(["id": .text("cable-id"), "expirationDate": .text("1700100000000")]))
        let undated = try decoded(PartnerFrameworkStatus(access: .granted, provider: "cable-id"))
        #expect(undated["frameworkProviderInfo"] == .object(["id": .text("cable-id")]))
        let error = JSONValue.object(["code": .text("3"), "message": .text("m")])
        let failed = try decoded(PartnerFrameworkStatus(access: .granted, providerFailure: Self.failure))
        #expect(failed["frameworkProviderInfo"] == .object(["error": error]))
        for access in PartnerFrameworkStatus.Access.allCases where access != .granted {
            let status = try decoded(
                PartnerFrameworkStatus(
                    access: access, accessFailure: Self.failure, provider: "hidden", expirationDate: Self.future))
            #expect(
                status["frameworkPermissionInfo"] == .object(["accessStatus": .text(access.rawValue), "error": error]))
            #expect(status["frameworkProviderInfo"] == .object([:]))
        }
        let far = try decoded(PartnerFrameworkStatus(access: .granted, provider: "p", expirationDate: .distantFuture + 1e300))
        #expect(far["frameworkProviderInfo"]?["expirationDate"] == .text("\(Int64.max)"))
    }

    @Test("an account that cannot prompt answers with its status")
    func defaultSignIn() async {
        struct Silent: PartnerAccount {
            func status() async -> PartnerFrameworkStatus { PartnerFrameworkStatus(access: .granted, provider: "p") }
            func response(to request: PartnerRequest) async -> PartnerResponse? { nil }
        }
        let selection = await Silent().signIn(supported: [], featured: [])
        #expect(selection == .status(PartnerFrameworkStatus(access: .granted, provider: "p")))
    }
}
