import EntitlementCore
import EntitlementService
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("The silent exchange over HTTP", .app)
struct ExchangeRouteTests {
    private let client = Client.current

    @Test("1.14 profile request, SAML response, token, metadata")
    func exchange() async throws {
        try await client.trust()
        let request = try await client.profileRequest()
        #expect(request.assertionConsumerServiceURL == "http://127.0.0.1:4711/sp/saml/SAMLAssertionConsumer")
        #expect(request.requesterIDs == ["REF30"])
        let xml = try client.response(to: request).signed(with: client.fixture.provider)
        let answer = try await client.exchange(Base64.encode(xml))
        #expect(answer.status == 204 && answer.text.isEmpty)

        let token = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
        #expect(token.status == 200)
        #expect(token.json["mvpd"] == "AlphaCable" && token.json["userId"] == "u-1001-alice")
        let expires = String(client.fixture.clock.milliseconds() + 30 * 86_400_000)
        #expect(token.json["expires"] == .string(expires))
        let check = try await client.get("/api/v1/checkauthn?requestor=REF30&deviceId=device-1")
        #expect(check.status == 200 && check.text.isEmpty)

        let metadata = try await client.get("/api/v1/tokens/usermetadata.json?requestor=REF30&deviceId=device-1")
        #expect(metadata.json["data"]?["tokenSource"] == "Apple")
        #expect(metadata.json["data"]?["zip"] == ["10001"])
        #expect(metadata.json["data"]?["maxRating"]?["MPAA"] == "R")
        #expect(metadata.json["encrypted"] == [])
        #expect(metadata.json["updated"]?.integer == client.fixture.clock.seconds())
    }

    @Test("line ends and unencoded plus signs in SAMLResponse are accepted")
    func leniency() async throws {
        try await client.trust()
        let xml = try client.response(to: try await client.profileRequest()).signed(with: client.fixture.provider)
        let text = Base64.encode(xml).replacing("+", with: " ")
        let lines = stride(from: 0, to: text.count, by: 76).map { String(text.dropFirst($0).prefix(76)) }
        #expect(try await client.exchange(lines.joined(separator: "\r\n")).status == 204)
    }

    /// The defect of a hostile or broken response.
    enum Flaw: String, CaseIterable {
        case unsigned, strangersKey, tampered, secondAssertion, otherIssuer, otherAudience, otherRecipient, noRequest
        case unknownRequest, expired, notYetValid, failure, notBase64, notXML, empty

        /// The message of its refusal.
        var reason: String {
            switch self {
            case .unsigned, .expired, .notYetValid, .notXML: "SAMLResponse rejected: \(rawValue): "
            case .strangersKey: "untrustedCertificate: "
            case .tampered: "badSignature: "
            case .secondAssertion: "severalAssertions: "
            case .otherIssuer: "wrongIssuer: "
            case .otherAudience: "wrongAudience: "
            case .otherRecipient: "wrongDestination: "
            case .noRequest: "missingInResponseTo: "
            case .unknownRequest: "a request that the service did not make"
            case .failure: "Subscription lapsed"
            case .notBase64: "the message is not Base64"
            case .empty: "SAMLResponse is required"
            }
        }

        /// The response to a request, in Base64.
        func response(_ client: Client, to request: AuthnRequest) async throws -> String {
            func signed(_ change: (inout Response) -> Void) throws -> String {
                try client.response(to: request, change: change).signed(with: client.fixture.provider)
            }
            let xml: String
            switch self {
            case .unsigned: xml = try client.response(to: request).unsigned()
            case .strangersKey: xml = try client.response(to: request).signed(with: await TestKeys.stranger.value)
            case .tampered: xml = try signed { _ in }.replacing("u-1001-alice", with: "u-1002-bob")
            case .secondAssertion:
                xml = try client.response(to: request).signed(with: client.fixture.provider, defect: .wrapped)
            case .otherIssuer:
                xml = try signed {
                    $0.issuer = "https://beta.example/saml/metadata"
                    $0.assertion?.issuer = $0.issuer
                }
            case .otherAudience: xml = try signed { $0.assertion?.audience = "https://other.example" }
            case .otherRecipient:
                xml = try signed {
                    $0.destination = "https://other.example/acs"
                    $0.assertion?.recipient = $0.destination
                }
            case .noRequest: xml = try signed { $0.inResponseTo = nil }
            case .unknownRequest: xml = try signed { $0.inResponseTo = "_never" }
            case .expired: xml = try signed { $0.assertion?.notOnOrAfter = client.fixture.clock.seconds() - 61 }
            case .notYetValid: xml = try signed { $0.assertion?.notBefore = client.fixture.clock.seconds() + 61 }
            case .failure:
                xml = try signed {
                    $0.status = .failure(code: ResponseStatus.responderCode, subcode: nil, message: "Subscription lapsed")
                    $0.assertion = nil
                }
            case .notBase64: return "%%%"
            case .notXML: xml = "no XML"
            case .empty: return ""
            }
            return Base64.encode(xml)
        }
    }

    @Test("1.15 each flawed response is 400 with its own message; the request stays open")
    func flaws() async throws {
        try await client.trust()
        let request = try await client.profileRequest()
        var messages: [String: Flaw] = [:]
        for flaw in Flaw.allCases {
            let answer = try await client.exchange(try await flaw.response(client, to: request))
            #expect(answer.status == 400, "\(flaw)")
            #expect(answer.code == "invalid_parameter_saml_response", "\(flaw)")
            let message = try #require(answer.message)
            #expect(message.contains(flaw.reason), "\(flaw): \(message)")
            #expect(messages[message] == nil, "\(flaw) reads as \(messages[message]!)")
            messages[message] = flaw
        }
        #expect(try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 404)
        let xml = try client.response(to: request).signed(with: client.fixture.provider)
        #expect(try await client.exchange(Base64.encode(xml)).status == 204)
        let replay = try await client.exchange(Base64.encode(xml))
        #expect(replay.status == 400 && messages[replay.message ?? ""] == nil)
    }

    @Test("a provider's new metadata counts in the next exchange, and so does the former one when it is restored")
    func replacedMetadata() async throws {
        let stranger = await TestKeys.stranger.value
        let keys = [client.fixture.provider, stranger]
        for trusted in [0, 1, 0] {
            try await client.trust(key: keys[trusted])
            for signing in [0, 1, 0, 1] {
                let xml = try client.response(to: try await client.profileRequest()).signed(with: keys[signing])
                let status = try await client.exchange(Base64.encode(xml)).status
                #expect(status == (signing == trusted ? 204 : 400), "\(signing) where \(trusted) is trusted")
            }
        }
    }

    @Test("1.15 a response to another device's request is rejected")
    func otherDevice() async throws {
        try await client.trust()
        let xml = try client.response(to: try await client.profileRequest()).signed(with: client.fixture.provider)
        let answer = try await client.exchange(Base64.encode(xml), device: "device-2")
        #expect(answer.status == 400)
        #expect(answer.message == "The response answers a request of another device.")
    }

    @Test("a response that is sent concurrently is accepted once")
    func race() async throws {
        try await client.trust()
        let xml = try client.response(to: try await client.profileRequest()).signed(with: client.fixture.provider)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { try await client.exchange(Base64.encode(xml)).status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 204 } == 1)
        #expect(statuses.count { $0 == 400 } == 15)
    }

    @Test("1.12 no profile request and no exchange without single sign-on or integration; no exchange without trust")
    func refusedTargets() async throws {
        for mvpd in ["DeltaCoop", "EpsilonTV", "BetaFiber", "GammaSat", "TempPass", "Nobody"] {
            let request = try await client.get("/api/v1/REF30/profile-requests/\(mvpd)?deviceType=iOS&deviceId=d")
            #expect(request.status == 400, "\(mvpd)")
            #expect(try await client.exchange("AAAA", mvpd: mvpd).status == 400, "\(mvpd)")
        }
        let untrusted = try await client.exchange("AAAA")
        #expect(untrusted.message == "No SAML metadata of provider alpha.example is known to the service.")
        for deviceType in ["", "ios", "roku"] {
            let answer = try await client.get("/api/v1/REF30/profile-requests/AlphaCable?deviceType=\(deviceType)&deviceId=d")
            #expect(answer.status == 400 && answer.code == "bad_request")
        }
        #expect(try await client.get("/api/v1/REF30/profile-requests/AlphaCable?deviceType=iOS").status == 200)
        let unreadable = try await client.get("/api/v1/REF30/profile-requests/AlphaCable?deviceType=iOS&deviceId=%ff")
        #expect(unreadable.status == 400 && unreadable.message == "deviceId takes UTF-8, percent-encoded.")
    }

    @Test("1.13 AuthNAll: no profile request, a token without a response, its end")
    func degraded() async throws {
        let path = "integrations/REF30/AlphaCable"
        #expect(try await client.exchange(nil).status == 400)
        #expect(try await client.administer(.put, path, #"{"degraded":"authn-all"}"#).status == 200)
        let configuration = try await client.get("/api/v1/config/REF30")
        #expect(configuration.text.contains(#""degradation":"authn-all""#))
        #expect(try await client.get("/api/v1/REF30/profile-requests/AlphaCable?deviceType=iOS&deviceId=device-1").status == 204)
        #expect(try await client.exchange(nil).status == 204)
        let token = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
        #expect(token.status == 200 && token.json["degradation"] == "authn-all")
        let authorization = try await client.get("/api/v1/authorize?requestor=REF30&deviceId=device-1&resource=any")
        #expect(authorization.status == 200 && authorization.json["degradation"] == "authn-all")
        #expect(try await client.administer(.put, path, #"{"degraded":"none"}"#).status == 200)
        let gone = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
        #expect(gone.status == 410 && gone.message == "Gone")
    }
}
