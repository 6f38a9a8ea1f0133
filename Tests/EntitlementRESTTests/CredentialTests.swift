import EntitlementREST
import Foundation
import Testing

@Suite("Registration, access token and device identifier")
struct CredentialTests {
    private let fixture = Fixture()
    private let profiles = "GET /api/v2/REF30/profiles"

    init() { fixture.service.answer(profiles, .json(200, Sample.profiles())) }

    @Test("an app registers once, also over several starts")
    func registersOnce() async throws {
        _ = try await fixture.client().profiles()
        let client = fixture.client()
        _ = try await client.profiles()
        _ = try await client.profiles()
        #expect(fixture.service.registrations == 1)
        #expect(fixture.service.tokens == 1)
        #expect(fixture.service.requests.map { $0.headers["Authorization"] } == Array(repeating: "Bearer token-1", count: 3))
    }

    @Test("credentials belong to the software statement")
    func perStatement() async throws {
        _ = try await fixture.client().profiles()
        _ = try await fixture.client(statement: "another").profiles()
        #expect(fixture.service.registrations == 2)
    }

    @Test("a token is used until the last minute of its lifetime", arguments: [(3_539.0, 1), (3_541.0, 2)])
    func tokenLife(seconds: Double, tokens: Int) async throws {
        let client = fixture.client()
        _ = try await client.profiles()
        fixture.clock.advance(seconds)
        _ = try await client.profiles()
        #expect(fixture.service.tokens == tokens)
        #expect(fixture.service.registrations == 1)
    }

    @Test("a rejected token is renewed, and the call repeated once")
    func rejectedToken() async throws {
        let refusal = Sample.error("invalid_access_token_client_application", status: 401, action: "application-registration")
        fixture.service.answer(profiles, .json(401, refusal), .json(200, Sample.profiles()))
        _ = try await fixture.client().profiles()
        #expect(fixture.service.requests.map { $0.headers["Authorization"] } == ["Bearer token-1", "Bearer token-2"])
        #expect(fixture.service.registrations == 1)
        #expect(fixture.clock.pauses.isEmpty)
    }

    @Test("a second rejection is the call's error")
    func rejectedTwice() async {
        fixture.service.answer(profiles, .json(401, Sample.error("invalid_access_token_service_provider", status: 401)))
        let error = await #expect(throws: EntitlementClientError.self) {
            try await fixture.client().profiles()
        }
        #expect(error?.code == .invalidAccessTokenServiceProvider)
        #expect(fixture.service.requests.count == 2)
    }

    @Test("concurrent calls share one registration and one renewal")
    func sharedRenewal() async throws {
        let client = fixture.client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await client.profiles() } }
            try await group.waitForAll()
        }
        #expect(fixture.service.registrations == 1)
        #expect(fixture.service.tokens == 1)
        #expect(fixture.service.requests.count == 20)
    }

    @Test("a registration that the service has forgotten is repeated once")
    func forgottenRegistration() async throws {
        _ = try await fixture.client().profiles()
        fixture.clock.advance(3_600)
        fixture.service.answer(
            FakeService.token, .json(400, #"{"error":"invalid_client"}"#),
            .json(201, #"{"access_token":"new","expires_in":3600}"#))
        _ = try await fixture.client().profiles()
        #expect(fixture.service.registrations == 2)
        #expect(fixture.service.requests.last?.headers["Authorization"] == "Bearer new")
    }

    @Test("if the service forgets again, the repetition ends")
    func forgottenTwice() async {
        fixture.service.answer(FakeService.token, .json(400, #"{"error":"invalid_client"}"#))
        let error = await #expect(throws: EntitlementClientError.self) {
            try await fixture.client().profiles()
        }
        #expect(error?.kind == "registration")
        #expect(fixture.service.registrations == 2)
        #expect(fixture.service.tokens == 2)
        #expect(fixture.service.requests.isEmpty)
    }

    @Test(
        "an answer with missing or empty credentials is not a registration",
        arguments: ["{}", #"{"client_id":"","client_secret":"secret"}"#, #"{"client_id":"client","client_secret":""}"#])
    func emptyCredentials(text: String) async {
        fixture.service.answer(FakeService.registration, .json(201, text))
        let error = await #expect(throws: EntitlementClientError.self) {
            try await fixture.client().profiles()
        }
        #expect(error?.kind == "unreadable")
        #expect(fixture.service.tokens == 0)
        #expect(fixture.store.keys.allSatisfy { !$0.hasPrefix("client-") })
    }

    @Test("a rejected statement is an error of the registration, with the reason")
    func rejectedStatement() async {
        fixture.service.answer(FakeService.registration, .json(400, #"{"error":"invalid_software_statement"}"#))
        await #expect(throws: EntitlementClientError.registration("invalid_software_statement")) {
            try await fixture.client().profiles()
        }
    }

    @Test(
        "a request for credentials is repeated after 429 and 5xx, but not after a lost connection",
        arguments: [
            (FakeService.registration, FakeService.Reply.lost, 1), (FakeService.token, .lost, 1),
            (FakeService.registration, .json(503, ""), 4), (FakeService.token, .json(429, "<html>"), 4),
        ])
    func repetitions(request: String, reply: FakeService.Reply, requests: Int) async {
        fixture.service.answer(request, reply)
        let error = await #expect(throws: EntitlementClientError.self) {
            try await fixture.client().profiles()
        }
        #expect(fixture.service.count(request) == requests)
        #expect(fixture.clock.pauses.count == requests - 1)
        #expect(fixture.service.requests.isEmpty)
        if case .lost = reply { #expect(error?.kind == "connection") }
    }

    @Test("a renewal that is lost after a rejected token ends the call")
    func lostRenewal() async {
        fixture.service.answer(
            FakeService.token, .json(201, #"{"access_token":"token-1","expires_in":3600}"#), .lost)
        fixture.service.answer(
            profiles, .json(401, Sample.error("invalid_access_token_client_application", status: 401)))
        let error = await #expect(throws: EntitlementClientError.self) {
            try await fixture.client().profiles()
        }
        #expect(error?.kind == "connection")
        #expect(fixture.service.tokens == 2)
        #expect(fixture.service.requests.count == 1)
    }

    @Test("answers without credentials are unreadable", arguments: [FakeService.registration, FakeService.token])
    func unreadable(request: String) async {
        fixture.service.answer(request, .json(201, "<html>"))
        let error = await #expect(throws: EntitlementClientError.self) {
            try await fixture.client().profiles()
        }
        #expect(error?.kind == "unreadable")
    }

    @Test("the device identifier is generated once, stored, and sent as a fingerprint in Base64")
    func deviceIdentifier() async throws {
        _ = try await fixture.client().profiles()
        _ = try await fixture.client(statement: "another").profiles()
        let sent = Set(fixture.service.requests.compactMap { $0.headers["AP-Device-Identifier"] })
        let value = try #require(sent.first)
        #expect(sent.count == 1)
        #expect(value.hasPrefix("fingerprint "))
        let decoded = try #require(Data(base64Encoded: String(value.dropFirst("fingerprint ".count))))
        #expect(String(decoding: decoded, as: UTF8.self).wholeMatch(of: /[0-9a-f]{64}/) != nil)
    }

    @Test("overlapping first calls create one device identifier, which is the stored one")
    func overlappingFirstCalls() async throws {
        let client = fixture.client()
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { _ = try? await client.profiles() } }
        }
        _ = try await fixture.client().profiles()
        #expect(Set(fixture.service.requests.map { $0.headers["AP-Device-Identifier"] }).count == 1)
    }

    @Test("the file store replaces what cannot be read, so that the device does not change at each start")
    func unreadableFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "entitlement-rest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileStore(folder: folder.path)
        await store.set([1], for: "device")
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        try FileManager.default.removeItem(at: folder.appending(path: file))
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: file), withDestinationURL: URL(filePath: "/etc/hostname"))
        #expect(await store.establish([2], for: "device") == [2])
        #expect(await FileStore(folder: folder.path).establish([3], for: "device") == [2])
    }

    @Test("the file store keeps values for their owner only, and the first of two")
    func fileStore() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "entitlement-rest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileStore(folder: folder.path)
        #expect(await store.value(for: "device") == nil)
        #expect(await store.establish([1], for: "device") == [1])
        #expect(await FileStore(folder: folder.path).establish([2], for: "device") == [1])
        await store.set([3], for: "../elsewhere")
        #expect(await store.value(for: "../elsewhere") == [3])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 2)
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        await store.set(nil, for: "device")
        #expect(await store.value(for: "device") == nil)
    }
}
