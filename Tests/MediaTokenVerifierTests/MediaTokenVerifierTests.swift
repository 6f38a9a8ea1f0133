import Crypto
import Foundation
import Testing
import X509
import _CryptoExtras

@testable import MediaTokenVerifier

@Suite("Media tokens")
struct MediaTokenVerifierTests {
    private let service = TokenFixture.shared

    @Test("a valid token is read")
    func valid() throws {
        let verification = try service.verifier().verify(service.serialized(), resourceID: "news")
        #expect(verification.status == .validToken)
        #expect(verification.isValid)
        let token = try #require(verification.token)
        #expect(token.sessionGUID == "2f6a1f0e")
        #expect(token.requestorID == "REF30")
        #expect(token.resourceID == "news")
        #expect(token.timeToLive == 420_000)
        #expect(token.timeIssued == TokenFixture.issued)
        #expect(token.expiration == TokenFixture.issued.addingTimeInterval(420))
        #expect(token.mvpdID == "AlphaCable")
        #expect(token.proxyMvpdID == nil)
    }

    @Test("the published example verifies")
    func example() throws {
        let verifier = try MediaTokenVerifier(certificatePEM: PublishedExample.certificate, requestorID: "REF30") {
            TokenFixture.issued
        }
        let verification = verifier.verify(PublishedExample.serializedToken, resourceID: "news")
        #expect(verification.status == .validToken, "\(verification.detail)")
    }

    @Test("several certificates: a token of any of them is valid, of others not; too many or none at all cannot be used")
    func certificates() throws {
        let both = TokenFixture.stranger.certificatePEM + "\n" + service.certificatePEM
        let clock: @Sendable () -> Date = { TokenFixture.issued }
        let verifier = try MediaTokenVerifier(certificatePEM: both, requestorID: "REF30", clock: clock)
        #expect(try verifier.verify(service.serialized()).isValid)
        #expect(try verifier.verify(TokenFixture.stranger.serialized()).isValid)
        let single = try MediaTokenVerifier(
            certificatePEM: TokenFixture.stranger.certificatePEM, requestorID: "REF30", clock: clock)
        #expect(try single.verify(service.serialized()).status == .invalidSignature)
        for text in ["", String(repeating: service.certificatePEM + "\n", count: MediaTokenVerifier.maximumCertificates + 1)] {
            #expect(throws: MediaTokenVerifier.CertificateError.self) {
                try MediaTokenVerifier(certificatePEM: text, requestorID: "REF30", clock: clock)
            }
        }
    }

    @Test(
        "what is not a certificate is rejected with the verifier's own message",
        arguments: [
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        ])
    func noCertificate(text: String) {
        let error = #expect(throws: MediaTokenVerifier.CertificateError.self) {
            try MediaTokenVerifier(certificatePEM: text, requestorID: "REF30")
        }
        #expect(error?.description == "not an X.509 certificate in PEM")
    }

    @Test("the one call: a certificate that cannot be used is ERROR_UNKNOWN, because nothing was decided")
    func errorUnknown() throws {
        let token = try service.serialized()
        for certificate in ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            let verification = MediaTokenVerifier.verify(
                token, certificatePEM: certificate, requestorID: "REF30", clock: { TokenFixture.issued })
            #expect(verification.status == .errorUnknown && !verification.isValid && verification.token == nil)
            #expect(!verification.detail.isEmpty)
        }
        let verification = MediaTokenVerifier.verify(
            token, certificatePEM: service.certificatePEM, requestorID: "REF30", resourceID: "news",
            clock: { TokenFixture.issued })
        #expect(verification.status == .validToken)
    }

    @Test("a genuine token has an identifier, the digest of its signed bytes; anything else has none")
    func identifier() throws {
        let first = try service.verifier().verify(service.serialized())
        let identifier = try #require(first.identifier)
        #expect(identifier.count == 64 && identifier.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(try service.verifier().verify(service.serialized(), resourceID: "other").identifier == identifier)
        let other = try service.serialized(TokenFixture.element(proxy: "<proxyMvpdId>P</proxyMvpdId>"))
        #expect(try service.verifier().verify(other).identifier != identifier)
        #expect(try service.verifier().verify(TokenFixture.stranger.serialized()).identifier == nil)
        #expect(try service.verifier().verify("nonsense").identifier == nil)
    }

    @Test("without a resource, authenticity and time are checked")
    func anyResource() throws {
        #expect(try service.verifier().verify(service.serialized()).status == .validToken)
        #expect(try service.verifier().verify(TokenFixture.stranger.serialized()).status == .invalidSignature)
        #expect(try service.verifier(after: 3_600).verify(service.serialized()).status == .tokenExpired)
    }

    @Test("another resource is rejected, also in another case", arguments: ["sports", "News", "", "news "])
    func otherResource(resource: String) throws {
        let verification = try service.verifier().verify(service.serialized(), resourceID: resource)
        #expect(verification.status == .invalidResourceID)
        #expect(verification.token?.resourceID == "news")
    }

    @Test("another spelling of the same characters is another resource")
    func otherSpelling() throws {
        let token = try service.serialized(TokenFixture.element(resource: "caf\u{E9}"))
        #expect(try service.verifier().verify(token, resourceID: "caf\u{E9}").status == .validToken)
        #expect(try service.verifier().verify(token, resourceID: "cafe\u{301}").status == .invalidResourceID)
    }

    @Test("another requestor's token is rejected")
    func otherRequestor() throws {
        let verification = try service.verifier(requestor: "REF60").verify(service.serialized(), resourceID: "news")
        #expect(verification.status == .invalidTokenFormat)
        #expect(verification.detail.contains("requestorID"))
    }

    @Test(
        "a token ends after its time to live",
        arguments: [(419.999, MediaTokenStatus.validToken), (420, .tokenExpired), (1e9, .tokenExpired)])
    func expiry(seconds: Double, status: MediaTokenStatus) throws {
        let verification = try service.verifier(after: seconds).verify(service.serialized(), resourceID: "news")
        #expect(verification.status == status)
        #expect(verification.token != nil)
    }

    @Test("time is checked before the resource, and the signature before the time")
    func order() throws {
        let verifier = try service.verifier(after: 421)
        #expect(verifier.verify(try service.serialized(), resourceID: "sports").status == .tokenExpired)
        let forged = try service.envelope(TokenFixture.element()).replacing("news", with: "kids")
        #expect(verifier.verify(TokenFixture.serialize(forged), resourceID: "sports").status == .invalidSignature)
    }

    @Test(
        "a changed value is rejected",
        arguments: [("news", "kids"), ("420000", "920000"), ("REF30", "REF60"), ("AlphaCable", "BetaFiber ")])
    func tampered(old: String, new: String) throws {
        let forged = try service.envelope(TokenFixture.element()).replacing(old, with: new)
        let verification = try service.verifier().verify(TokenFixture.serialize(forged))
        #expect(verification.status == .invalidSignature)
        #expect(verification.token == nil)
    }

    @Test("another key's token is rejected")
    func stranger() throws {
        let verification = try service.verifier().verify(TokenFixture.stranger.serialized())
        #expect(verification.status == .invalidSignature)
        #expect(verification.token == nil)
    }

    @Test("a signature over other bytes of the same content is rejected")
    func otherBytes() throws {
        let signature = try service.signature(TokenFixture.element())
        let spaced = TokenFixture.element().replacing("><ttl>", with: "> <ttl>")
        let text = """
            <shortAuthorizationTokenEnvelope><signatureInfo>\(signature)</signatureInfo>\(spaced)\
            </shortAuthorizationTokenEnvelope>
            """
        #expect(try service.verifier().verify(TokenFixture.serialize(text)).status == .invalidSignature)
    }

    @Test("no changed byte is ever accepted")
    func mutations() throws {
        let bytes = Array(try service.envelope(TokenFixture.element()).utf8)
        let expected = try service.verifier().verify(service.serialized()).token
        let verifier = try service.verifier()
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            let verification = verifier.verify(Data(changed).base64EncodedString())
            #expect(!verification.isValid || verification.token == expected)
        }
    }

    @Test("references in values are resolved, white space outside the signed element is ignored")
    func markup() throws {
        let fragment = #"<rss version="2.0"><title>A & B's</title></rss>"#
        let escaped = "&lt;rss version=&quot;2.0&quot;&gt;&lt;title&gt;A &amp; B&apos;s&lt;/title&#62;&lt;/rss&#x3E;"
        let element = TokenFixture.element(resource: escaped)
        let text = "\n" + (try service.envelope(element)).replacing("</signatureInfo>", with: "</signatureInfo>\n  ") + "\n"
        let verification = try service.verifier().verify(TokenFixture.serialize(text) + "\n", resourceID: fragment)
        #expect(verification.status == .validToken, "\(verification.detail)")
    }

    @Test("a combining character may follow a reference, but not replace one")
    func combining() throws {
        let right = TokenFixture.element(resource: "A&amp;\u{301}B")
        let verification = try service.verifier().verify(service.serialized(right), resourceID: "A&\u{301}B")
        #expect(verification.status == .validToken, "\(verification.detail)")
        let wrong = try service.verifier().verify(service.serialized(TokenFixture.element(resource: "A&\u{301}B")))
        #expect(wrong.status == .invalidTokenFormat, "\(wrong.detail)")
    }

    @Test("a number in a reference has no sign", arguments: ["&#+65;", "&#x+41;", "&#-0;", "&#;", "&#x;", "&#1;", "&#xFFFE;"])
    func malformedReferences(reference: String) throws {
        let verification = try service.verifier().verify(service.serialized(TokenFixture.element(resource: reference)))
        #expect(verification.status == .invalidTokenFormat, "\(verification.detail)")
    }

    @Test(
        "a proxy is optional",
        arguments: [("<proxyMvpdId>P</proxyMvpdId>", "P"), ("<proxyMvpdId/>", nil), ("", nil), ("<future>x</future>", nil)])
    func proxy(element: String, expected: String?) throws {
        let verification = try service.verifier().verify(service.serialized(TokenFixture.element(proxy: element)))
        #expect(verification.status == .validToken, "\(verification.detail)")
        #expect(verification.token?.proxyMvpdID == expected)
    }
}
