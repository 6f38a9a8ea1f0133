@_spi(Testing) import SAML

/// One provider, one service, one moment.
enum Fixture {
    static let now: Int64 = 1_800_000_000
    static let provider = "https://alpha.example/saml/metadata"
    static let singleSignOn = "https://alpha.example/saml/sso"
    static let service = "https://saml.sp.auth.adobe.com"
    static let consumer = "http://127.0.0.1:1/sp/saml/SAMLAssertionConsumer"
    static let pendingRequest = "_request"
    static let usedRequest = "_used"

    static let providerKey = key("alpha.example")
    static let serviceKey = key("service.example")
    /// An untrusted key.
    static let strangerKey = key("stranger.example")

    /// Valid from 2023 on for a century: other programs check a certificate's dates.
    private static func key(_ name: String) -> SigningKey {
        do {
            return try SigningKey.generate(commonName: name, validity: 3_153_600_000, now: 1_700_000_000)
        } catch {
            fatalError("\(error)")
        }
    }

    static func assertion(id: String = "_assertion") -> Assertion {
        Assertion(
            id: id, issuer: provider, subjectNameID: "alice", sessionIndex: "_session", authnInstant: now, notBefore: now,
            notOnOrAfter: now + 300, audience: service,
            attributes: [
                Attribute(name: "userID", values: ["alice"]), Attribute(name: "channelID", values: ["news", "sports"]),
                Attribute(name: "maxRating", values: [#"{"MPAA": "pg-13", "VCHIP": "tv-14"}"#]),
            ])
    }

    static func response(_ change: (inout Response) -> Void = { _ in }) -> Response {
        var response = Response(
            id: "_response", issueInstant: now, inResponseTo: pendingRequest, destination: consumer, issuer: provider,
            assertion: assertion())
        change(&response)
        return response
    }

    /// The response of a provider that refuses.
    static var refusal: Response {
        response {
            $0.status = .failure(
                code: ResponseStatus.responderCode, subcode: ResponseStatus.requestDeniedCode, message: "account suspended")
            $0.assertion = nil
        }
    }

    static func responsePolicy(skipping: Set<Check> = []) -> ResponsePolicy {
        var policy = ResponsePolicy(
            now: now, expectedIssuer: provider, expectedAudience: service, expectedRecipient: consumer
        ) { request in
            switch request {
            case pendingRequest: .pending
            case usedRequest: .used
            default: .unknown
            }
        }
        policy.skipping = skipping
        return policy
    }

    static func verify(_ text: String, skipping: Set<Check> = []) throws(SAMLError) -> Response {
        try verify(text.utf8, policy: responsePolicy(skipping: skipping))
    }

    static func verify(
        _ document: some Sequence<UInt8>, certificates: [Certificate] = [providerKey.certificate],
        policy: ResponsePolicy = responsePolicy()
    ) throws(SAMLError) -> Response {
        try Response.verify(Array(document), certificates: certificates, policy: policy)
    }

    static func request(_ change: (inout AuthnRequest) -> Void = { _ in }) -> AuthnRequest {
        var request = AuthnRequest(
            id: pendingRequest, issueInstant: now, issuer: service, destination: singleSignOn,
            assertionConsumerServiceURL: consumer, requesterIDs: ["REF30"])
        change(&request)
        return request
    }

    static func requestPolicy(skipping: Set<Check> = []) -> RequestPolicy {
        var policy = RequestPolicy(now: now, expectedIssuer: service, expectedDestination: singleSignOn)
        policy.skipping = skipping
        return policy
    }

    static func verifyRequest(
        _ document: some Sequence<UInt8>, policy: RequestPolicy = requestPolicy()
    ) throws(SAMLError) -> AuthnRequest {
        try AuthnRequest.verify(Array(document), certificates: [serviceKey.certificate], policy: policy)
    }
}

extension Assertion {
    /// Returns the values of the attribute with this name; empty if there is none.
    func values(of name: String) -> [String] { attributes.first { $0.name == name }?.values ?? [] }
}

extension String {
    /// The text with the first occurrence of another replaced; the other must occur.
    func replacingFirst(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { fatalError("\(old) does not occur in the fixture") }
        return self[..<range.lowerBound] + new + self[range.upperBound...]
    }

    /// The part from one text to the next occurrence of another, both included.
    func part(from start: String, to end: String) -> String {
        guard let first = firstRange(of: start), let last = self[first.upperBound...].firstRange(of: end) else {
            fatalError("\(start)…\(end) does not occur in the fixture")
        }
        return String(self[first.lowerBound..<last.upperBound])
    }

    /// The text without the first occurrence of another, which must occur.
    func without(_ part: String) -> String { replacingFirst(part, with: "") }

    /// The first signature of a document.
    var firstSignature: String { part(from: "<ds:Signature ", to: "</ds:Signature>") }

    /// The first assertion of a document.
    var firstAssertion: String { part(from: "<saml:Assertion ", to: "</saml:Assertion>") }

    /// The query of a URL.
    var query: String { String(drop { $0 != "?" }.dropFirst()) }
}
