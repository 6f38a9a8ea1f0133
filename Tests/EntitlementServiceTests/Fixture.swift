import Encodings
import EntitlementCore
import EntitlementService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import SAML
import TVWorld
import Testing

/// A service in memory with a stopped clock, and a client of it.
///
/// With `VSASIM_TEST_NODES` it is a service of two nodes on PostgreSQL, which answer the client's requests alternately.
struct Fixture: Sendable {
    let clock: ManualClock
    let environment: ServiceEnvironment
    /// The second node; nil if the service has one.
    let peer: ServiceEnvironment?
    let provider: SigningKey

    static let adminToken = "administration-token-of-the-tests"

    init(
        store: (any TokenStore)? = nil, journalStore: JournalStore? = nil, options: ServiceOptions = .withoutLogin,
        isOneNode: Bool = false, change: (inout World) -> Void = { _ in }
    ) async throws {
        var world = World.builtIn
        change(&world)
        let key = await TestKeys.service.value
        provider = await TestKeys.provider.value
        let keys = try await ServiceKeys.inMemory(key, provider: provider)
        func node(_ store: any TokenStore, _ clock: AdjustableClock) async throws -> ServiceEnvironment {
            let engine = try EntitlementEngine(store: store, baseline: world, clock: clock, journalStore: journalStore)
            let environment = try await ServiceEnvironment(
                engine: engine, keys: keys, adminToken: Self.adminToken, version: "test", options: options)
            environment.listens(at: "http://127.0.0.1:4711")
            return environment
        }
        let isAlone = isOneNode || store != nil || journalStore != nil
        let stores = isAlone ? nil : try await TwoNodes.stores()
        clock = ManualClock(isMachines: stores != nil)
        environment = try await node(stores?.0 as (any TokenStore)? ?? store ?? SQLiteTokenStore.inMemory(), clock.adjustable)
        if let second = stores?.1 { peer = try await node(second, clock.peer) } else { peer = nil }
    }

    /// Runs a test against the router.
    func test(_ body: @Sendable (Client) async throws -> Void) async throws {
        try await Self.withRouter(environment) { client in
            guard let peer else { return try await body(Client(http: client, fixture: self)) }
            try await Self.withRouter(peer) { other in
                let nodes = TwoNodes(clients: [client, other], environments: [environment, peer])
                try await nodes.run { try await body(Client(http: nodes, fixture: self)) }
            }
        }
    }

    /// Runs a test against the router, as an app that is registered and has an access token.
    func testApp(_ body: @Sendable (Client) async throws -> Void) async throws {
        try await test { try await body(try await $0.registered()) }
    }

    private static func withRouter(
        _ environment: ServiceEnvironment, _ body: @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        try await EntitlementApplication(environment: environment, logger: logger).test(.router, body)
    }
}

extension ServiceOptions {
    /// A service on loopback whose dashboard and metrics need no login.
    static var withoutLogin: ServiceOptions {
        var options = ServiceOptions()
        options.opensDashboard = true
        return options
    }

    /// The same with a public URL.
    static func at(_ publicURL: String) -> ServiceOptions {
        var options = withoutLogin
        options.publicURL = publicURL
        return options
    }
}

extension World {
    /// Gives an MVPD another identifier.
    mutating func rename(_ mvpd: String, to name: String) {
        for index in providers.indices where providers[index].mvpd == mvpd { providers[index].mvpd = name }
        for index in integrations.indices where integrations[index].mvpd == mvpd { integrations[index].mvpd = name }
        for index in temporaryPasses.indices where temporaryPasses[index].mvpd == mvpd { temporaryPasses[index].mvpd = name }
    }
}

/// A client of the service under test.
struct Client: Sendable {
    let http: any TestClientProtocol
    let fixture: Fixture
    var accessToken: String?

    /// An answer, with its body read.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let text: String

        var json: JSON { (try? JSON(parsing: text.utf8)) ?? .null }
        var code: String? { json["code"]?.text }
        var message: String? { json["message"]?.text }
        var error: String? { json["error"]?.text }
    }

    func send(
        _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:], body: String? = nil, token: String? = nil
    ) async throws -> Answer {
        var headers = headers
        if headers[.authorization] == nil, let token = token ?? accessToken { headers[.authorization] = "Bearer \(token)" }
        let response = try await http.executeRequest(
            uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
        return Answer(
            status: response.status.code, headers: response.headers, text: String(buffer: response.body))
    }

    func get(_ uri: String) async throws -> Answer { try await send(.get, uri) }

    /// Sends a form.
    func post(_ uri: String, _ form: [String: String], headers: HTTPFields = [:]) async throws -> Answer {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        let body = form.map { "\($0.key)=\(Self.encode($0.value))" }.joined(separator: "&")
        return try await send(.post, uri, headers: headers, body: body)
    }

    /// A call of the administration.
    func administer(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> Answer {
        try await send(method, "/admin/v1/" + path, body: body, token: Fixture.adminToken)
    }

    static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal([byte])
        }.joined()
    }
}

extension Client {
    /// Issues a statement.
    func statement(requestor: String = "*") async throws -> (id: String, token: String) {
        let answer = try await administer(.post, "statements", #"{"requestor":"\#(requestor)"}"#)
        return (try #require(answer.json["id"]?.text), try #require(answer.json["statement"]?.text))
    }

    func register(_ statement: String, redirect: String? = nil) async throws -> Answer {
        var members = [JSON.Member("software_statement", .string(statement))]
        if let redirect { members.append(JSON.Member("redirect_uri", .string(redirect))) }
        return try await send(.post, "/o/client/register", body: JSON.object(members).serialized)
    }

    func token(_ client: Answer, secret: String? = nil, grantType: String = "client_credentials") async throws -> Answer {
        try await post(
            "/o/client/token",
            [
                "client_id": client.json["client_id"]?.text ?? "",
                "client_secret": secret ?? client.json["client_secret"]?.text ?? "", "grant_type": grantType,
            ])
    }

    /// Statement, registration and token at once.
    func registered(requestor: String = "*") async throws -> Client {
        try await registered(with: try await statement(requestor: requestor).token)
    }

    /// Registers with a statement, and gets a token.
    func registered(with statement: String) async throws -> Client {
        var client = self
        client.accessToken = try #require(try await token(register(statement)).json["access_token"]?.text)
        return client
    }

    /// Sends the service the metadata of a provider with the fixture's key, or another.
    func trust(_ provider: String = "alpha.example", key: SigningKey? = nil) async throws {
        let provider = try #require(World.builtIn.provider(id: provider))
        let descriptor = EntityDescriptor(
            entityID: provider.entityID, role: .identityProvider(singleSignOnURL: provider.singleSignOnURL),
            certificates: [(key ?? fixture.provider).certificate])
        #expect(try await administer(.put, "providers/\(provider.id)/metadata", descriptor.xml()).status == 204)
    }

    /// Makes a profile request, and reads it like the device's provider.
    func profileRequest(
        _ mvpd: String = "AlphaCable", device: String = "device-1", deviceType: String = "iOS"
    ) async throws -> AuthnRequest {
        let answer = try await get("/api/v1/REF30/profile-requests/\(mvpd)?deviceType=\(deviceType)&deviceId=\(device)")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/octet-stream")
        return try await authnRequest(try #require(SAML.Base64.decode(answer.text)), to: mvpd)
    }

    /// Reads a signed request like the device's provider.
    func authnRequest(_ xml: [UInt8], to mvpd: String) async throws -> AuthnRequest {
        let provider = try #require(World.builtIn.provider(mvpd: mvpd))
        return try AuthnRequest.verify(
            xml, certificates: [await TestKeys.service.value.certificate],
            policy: RequestPolicy(
                now: fixture.clock.seconds(), expectedIssuer: ServiceProviderIdentity.entityID,
                expectedDestination: provider.singleSignOnURL))
    }

    /// The response of a provider to a request.
    func response(
        to request: AuthnRequest, subject: String = "u-1001-alice", change: (inout SAML.Response) -> Void = { _ in }
    ) -> SAML.Response {
        let now = fixture.clock.seconds()
        let issuer = request.destination.replacing("/saml/sso", with: "/saml/metadata")
        var response = SAML.Response(
            id: "_response", issueInstant: now, inResponseTo: request.id, destination: request.assertionConsumerServiceURL,
            issuer: issuer, status: .success,
            assertion: Assertion(
                id: "_assertion", issuer: issuer, subjectNameID: subject, sessionIndex: "_session", authnInstant: now,
                notBefore: now, notOnOrAfter: now + 300, audience: request.issuer,
                attributes: [
                    Attribute(name: "userID", values: [subject]), Attribute(name: "zip", values: ["10001"]),
                    Attribute(name: "maxRating", values: [#"{"MPAA":"R"}"#]),
                ], recipient: request.assertionConsumerServiceURL))
        change(&response)
        return response
    }

    /// Posts a response.
    func exchange(
        _ samlResponse: String?, mvpd: String = "AlphaCable", device: String = "device-1", deviceType: String = "iOS"
    ) async throws -> Answer {
        var form = ["requestor": "REF30", "deviceId": device, "mvpd": mvpd, "deviceType": deviceType]
        form["SAMLResponse"] = samlResponse
        return try await post("/api/v1/tokens/authn", form)
    }

    /// The whole silent exchange.
    func signIn(_ subject: String = "u-1001-alice") async throws {
        try await trust()
        let response = response(to: try await profileRequest(), subject: subject)
        let answer = try await exchange(SAML.Base64.encode(try response.signed(with: fixture.provider)))
        #expect(answer.status == 204, "\(answer.text)")
    }
}
