import EntitlementREST
import Foundation
import ServiceAccess
import Testing

@Suite("Requests")
struct RequestTests {
    private let fixture = Fixture()

    private static let device: Set<String> = ["AP-Device-Identifier", "X-Device-Info"]
    private static let identity: Set<String> = ["Adobe-Subject-Token", "AD-Service-Token"]
    private static let partner: Set<String> = ["AP-Partner-Framework-Status"]
    private static let pass: Set<String> = ["AP-TempPass-Identity"]

    /// A call, its request line, and which of the optional headers it has.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let headers: Set<String>
        let call: @Sendable (EntitlementClient) async throws -> Void
    }

    static let rows: [Row] = [
        Row(testDescription: "GET /api/v2/REF30/configuration", headers: device) { _ = try await $0.configuration() },
        Row(testDescription: "POST /api/v2/REF30/sessions", headers: device.union(identity)) {
            _ = try await $0.createSession(mvpd: "Cable")
        },
        Row(testDescription: "POST /api/v2/REF30/sessions/ABCDEFG", headers: []) {
            _ = try await $0.resumeSession(code: "ABCDEFG")
        },
        Row(testDescription: "GET /api/v2/REF30/sessions/ABCDEFG", headers: []) { _ = try await $0.session(code: "ABCDEFG") },
        Row(testDescription: "GET /api/v2/REF30/profiles", headers: device.union(identity).union(partner)) {
            _ = try await $0.profiles()
        },
        Row(
            testDescription: "GET /api/v2/REF30/profiles/A%2FB%20C", headers: device.union(identity).union(partner).union(pass)
        ) { _ = try await $0.profile(for: "A/B C") },
        Row(testDescription: "GET /api/v2/REF30/profiles/code/ABCDEFG", headers: pass) {
            _ = try await $0.profile(code: "ABCDEFG")
        },
        Row(
            testDescription: "POST /api/v2/REF30/decisions/authorize/Cable",
            headers: device.union(identity).union(partner).union(pass)
        ) { _ = try await $0.authorize(["news"], at: "Cable") },
        Row(
            testDescription: "POST /api/v2/REF30/decisions/preauthorize/Cable",
            headers: device.union(identity).union(partner).union(pass)
        ) { _ = try await $0.preauthorize(["news"], at: "Cable") },
        Row(testDescription: "GET /api/v2/REF30/logout/Cable?redirectUrl=app%3A%2F%2Fend", headers: device.union(identity)) {
            _ = try await $0.logout(from: "Cable", redirectURL: URL(string: "app://end"))
        },
    ]

    @Test("every call has its path, and the headers of the table of calls", arguments: rows)
    func headers(row: Row) async throws {
        fixture.account.change { $0.status = PartnerFrameworkStatus(access: .granted, provider: "cable") }
        let client = fixture.client { settings in
            settings.subjectToken = { "subject" }
            settings.serviceToken = { "service" }
            settings.visitorIdentifier = "visitor"
        }
        await client.refreshPartnerStatus()
        await client.identify(["email": "hash"])
        // The answer does not matter here.
        _ = try? await row.call(client)
        let request = try #require(fixture.service.requests.first)
        #expect("\(request.method) \(request.path)" == row.testDescription)
        let optional = Self.device.union(Self.identity).union(Self.partner).union(Self.pass)
        #expect(optional.intersection(request.headers.keys) == row.headers)
        #expect(request.headers["AP-Visitor-Identifier"] == "visitor")
        #expect(request.headers["Accept"] == "application/json")
    }

    @Test("forms and documents are encoded once")
    func bodies() async throws {
        let client = fixture.client()
        _ = try? await client.createSession(mvpd: "A&B", domainName: "a.example", redirectURL: URL(string: "app://end?x=1"))
        _ = try? await client.createSession()
        _ = try? await client.authorize(["<rss/>", "a b"], at: "Cable")
        let requests = fixture.service.requests
        #expect(
            requests.map(\.text) == [
                "mvpd=A%26B&domainName=a.example&redirectUrl=app%3A%2F%2Fend%3Fx%3D1", "", #"{"resources":["<rss/>","a b"]}"#,
            ])
        #expect(
            requests.map { $0.headers["Content-Type"] } == [
                "application/x-www-form-urlencoded", "application/x-www-form-urlencoded", "application/json;charset=utf-8",
            ])
    }

    @Test(
        "a body that the app composes is JSON if it begins with a bracket, otherwise a form",
        arguments: [("{}", "application/json"), ("[1]", "application/json"), ("a=1", "application/x-www-form-urlencoded")])
    func composedBody(_ body: String, _ type: String) async throws {
        _ = try? await fixture.client().request("POST", "/path", [:], body: body)
        let request = try #require(fixture.service.requests.first)
        #expect(request.text == body && request.headers["Content-Type"] == type)
    }

    @Test("identity tokens are fetched for each call, and omitted when there is none")
    func freshTokens() async throws {
        let clock = fixture.clock
        let client = fixture.client { settings in
            settings.subjectToken = { "subject at \(clock.now.timeIntervalSince1970)" }
            settings.serviceToken = { nil }
        }
        _ = try? await client.profiles()
        clock.advance(1)
        _ = try? await client.profiles()
        let sent = fixture.service.requests.map { $0.headers["Adobe-Subject-Token"] }
        #expect(sent.count == 2 && sent[0] != sent[1])
        #expect(fixture.service.requests.allSatisfy { $0.headers["AD-Service-Token"] == nil })
    }

    @Test("the device information is a JSON object in Base64 that a setting can extend")
    func deviceInformation() async throws {
        let client = fixture.client { settings in
            settings.device = .television
            settings.deviceInformation = ["osVersion": "26.0", "connectionPort": "443"]
        }
        _ = try? await client.profiles()
        let information = try #require(fixture.service.requests.first?.object("X-Device-Info"))
        #expect(information["model"]?.text == "AppleTV")
        #expect(information["osName"]?.text == "tvOS")
        #expect(information["osVersion"]?.text == "26.0")
        #expect(information["connectionPort"]?.text == "443")
        #expect(information["applicationId"]?.text == "com.example.player")
    }

    @Test("an empty identifier of the app counts as missing")
    func emptyIdentifier() async throws {
        let client = fixture.client { settings in
            settings.applicationIdentifier = ""
            settings.environment = ["VSASIM_APPLICATION_ID": "com.example.environment"]
        }
        _ = try? await client.profiles()
        let information = try #require(fixture.service.requests.first?.object("X-Device-Info"))
        #expect(information["applicationId"]?.text == "com.example.environment")
    }

    @Test("the identity for temporary passes is a JSON object in Base64, and can be removed")
    func temporaryPassIdentity() async throws {
        let client = fixture.client()
        await client.identify(["email": "hash"])
        _ = try? await client.profile(for: "Pass")
        await client.identify(nil)
        _ = try? await client.profile(for: "Pass")
        let sent = fixture.service.requests.map { $0.object("AP-TempPass-Identity") }
        #expect(sent == [.object(["email": .text("hash")]), nil])
    }

    @Test("a client without a service reports it, never calling the real one", arguments: [nil, "https://api.auth.adobe.com"])
    func noService(url: String?) async {
        let client = fixture.client { $0.serviceURL = url.flatMap { URL(string: $0) } }
        let error = await #expect(throws: EntitlementClientError.self) {
            try await client.profiles()
        }
        #expect(error?.kind == "connection")
        #expect(fixture.service.requests.isEmpty)
        #expect(fixture.service.registrations == 0)
    }
}
