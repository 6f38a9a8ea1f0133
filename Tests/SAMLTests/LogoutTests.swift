@_spi(Testing) import SAML
import Testing

@Suite("Single logout messages")
struct LogoutTests {
    private static let singleLogout = "https://alpha.example/saml/slo"
    private static let back = "http://127.0.0.1:1/sp/saml/LogoutServiceHTTPRedirectResponse"

    private static func request(_ change: (inout LogoutRequest) -> Void = { _ in }) -> LogoutRequest {
        var request = LogoutRequest(
            id: Fixture.pendingRequest, issueInstant: Fixture.now, issuer: Fixture.service, destination: singleLogout,
            nameID: "alice", sessionIndexes: ["_session"], notOnOrAfter: Fixture.now + 300)
        change(&request)
        return request
    }

    private static func response(_ change: (inout LogoutResponse) -> Void = { _ in }) -> LogoutResponse {
        var response = LogoutResponse(
            id: "_response", issueInstant: Fixture.now, issuer: Fixture.provider, destination: back,
            inResponseTo: Fixture.pendingRequest)
        change(&response)
        return response
    }

    private func read(
        _ request: LogoutRequest, relayState: String? = "r", key: SigningKey = Fixture.serviceKey
    ) throws -> Redirected<LogoutRequest> {
        try read(url: request.redirectURL(relayState: relayState, signedWith: key))
    }

    private func read(url: String) throws -> Redirected<LogoutRequest> {
        try LogoutRequest.verify(
            query: url.query, certificates: [Fixture.serviceKey.certificate],
            policy: RequestPolicy(
                now: Fixture.now, expectedIssuer: Fixture.service, expectedDestination: Self.singleLogout))
    }

    private func read(
        _ response: LogoutResponse, key: SigningKey = Fixture.providerKey
    ) throws -> Redirected<LogoutResponse> {
        let url = try response.redirectURL(relayState: "r", signedWith: key)
        return try LogoutResponse.verify(
            query: url.query, certificates: [Fixture.providerKey.certificate],
            policy: RequestPolicy(now: Fixture.now, expectedIssuer: Fixture.provider, expectedDestination: Self.back)
        ) { $0 == Fixture.pendingRequest ? .pending : $0 == Fixture.usedRequest ? .used : .unknown }
    }

    @Test("a request is read as it was signed: name, sessions, reason, relay state")
    func request() throws {
        let request = Self.request {
            $0.nameID = " Al & <ice> "
            $0.sessionIndexes = ["_1", "_2"]
            $0.nameIDFormat = NameIDFormat.transient
            $0.nameQualifier = "https://proxied.example?a&b"
        }
        let read = try read(request)
        #expect(read.message == request && read.relayState == "r")
        let bare = Self.request {
            $0.sessionIndexes = []
            $0.reason = nil
            $0.notOnOrAfter = nil
        }
        let bareRead = try self.read(bare, relayState: nil)
        #expect(bareRead.message == bare && bareRead.relayState == nil)
    }

    @Test("a response is read as it was signed, also one with a failure")
    func response() throws {
        #expect(try read(Self.response()).message == Self.response())
        let failure = Self.response {
            $0.status = .failure(code: ResponseStatus.responderCode, subcode: ResponseStatus.requestDeniedCode, message: "no")
        }
        #expect(try read(failure).message == failure)
    }

    @Test("a flawed request is rejected")
    func flawedRequests() throws {
        let flaws: [(SAMLError.Code, (inout LogoutRequest) -> Void)] = [
            (.wrongIssuer, { $0.issuer = "https://other.example" }),
            (.wrongDestination, { $0.destination = "https://other.example" }),
            (.tooOld, { $0.issueInstant = Fixture.now - 361 }),
            (.notYetValid, { $0.issueInstant = Fixture.now + 61 }),
            (.expired, { $0.notOnOrAfter = Fixture.now - 60 }),
            (.missingField, { $0.nameID = "" }),
        ]
        for (code, change) in flaws {
            #expect(throws: SAMLError(code, "")) { try read(Self.request(change)) }
        }
        #expect(throws: SAMLError(.badSignature, "")) { try read(Self.request(), key: Fixture.strangerKey) }
    }

    @Test("a flawed response is rejected")
    func flawedResponses() throws {
        let flaws: [(SAMLError.Code, (inout LogoutResponse) -> Void)] = [
            (.wrongIssuer, { $0.issuer = "https://other.example" }),
            (.wrongDestination, { $0.destination = "https://other.example" }),
            (.tooOld, { $0.issueInstant = Fixture.now - 361 }),
            (.unknownInResponseTo, { $0.inResponseTo = "_never" }),
            (.reusedInResponseTo, { $0.inResponseTo = Fixture.usedRequest }),
        ]
        for (code, change) in flaws {
            #expect(throws: SAMLError(code, "")) { try read(Self.response(change)) }
        }
        #expect(throws: SAMLError(.badSignature, "")) { try read(Self.response(), key: Fixture.strangerKey) }
    }

    @Test("one message is not accepted as another")
    func wrongElements() throws {
        let url = try Fixture.request { $0.destination = Self.singleLogout }.redirectURL(signedWith: Fixture.serviceKey)
        #expect(throws: SAMLError(.wrongElement, "")) { try read(url: url) }
    }
}
