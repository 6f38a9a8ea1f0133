import Crypto
import Foundation
import Testing
import X509
import _CryptoExtras

@testable import MediaTokenVerifier

@Suite("Media token format")
struct MediaTokenFormatTests {
    private let service = TokenFixture.shared

    @Test(
        "what is not a token is rejected",
        arguments: ["", " ", "token", "AAAA", "PGE+", "%%%%", String(repeating: "A", count: 70_000)])
    func noToken(text: String) throws {
        let verification = try service.verifier().verify(text)
        #expect(verification.status == .invalidTokenFormat)
        #expect(verification.token == nil)
        #expect(!verification.detail.isEmpty)
    }

    @Test(
        "another envelope is rejected",
        arguments: [
            ("shortAuthorizationTokenEnvelope", "envelope"), ("<signatureInfo>", "<signatureInfo a='1'>"),
            ("<shortAuthorizationToken>", "<!-- --><shortAuthorizationToken>"), ("</shortAuthorizationTokenEnvelope>", ""),
            ("<shortAuthorizationTokenEnvelope>", "<!DOCTYPE a><shortAuthorizationTokenEnvelope>"),
            ("</shortAuthorizationTokenEnvelope>", "</shortAuthorizationTokenEnvelope>more"),
            ("</shortAuthorizationToken>", "</shortAuthorizationToken><shortAuthorizationToken></shortAuthorizationToken>"),
        ])
    func otherEnvelope(old: String, new: String) throws {
        let text = try service.envelope(TokenFixture.element()).replacing(old, with: new)
        #expect(try service.verifier().verify(TokenFixture.serialize(text)).status == .invalidTokenFormat)
    }

    @Test("a signature that is not Base64 is rejected", arguments: ["", "!", "<a/>"])
    func otherSignature(signature: String) throws {
        let text = """
            <shortAuthorizationTokenEnvelope><signatureInfo>\(signature)</signatureInfo>\(TokenFixture.element())\
            </shortAuthorizationTokenEnvelope>
            """
        #expect(try service.verifier().verify(TokenFixture.serialize(text)).status == .invalidTokenFormat)
    }

    @Test(
        "a signed field with an impossible value is rejected by name",
        arguments: [
            ("ttl", TokenFixture.element(ttl: "0")), ("ttl", TokenFixture.element(ttl: "-1")),
            ("ttl", TokenFixture.element(ttl: "")), ("ttl", TokenFixture.element(ttl: "+420000")),
            ("ttl", TokenFixture.element(ttl: "000000420000")),
            ("ttl", TokenFixture.element(ttl: "7m")), ("ttl", TokenFixture.element(ttl: "99999999999999999999")),
            ("issueTime", TokenFixture.element(issueTime: "2026-01-02T03:04:05Z")),
            ("issueTime", TokenFixture.element(issueTime: "2026/02/30 03:04:05 GMT +0000")),
            ("issueTime", TokenFixture.element(issueTime: "2026/01/02 25:04:05 GMT +0000")),
            ("issueTime", TokenFixture.element(issueTime: "2026/01/02 03:04:05 GMT +0075")),
            ("issueTime", TokenFixture.element(issueTime: "2026/01/02 03:04:05 UTC")),
            ("resourceID", TokenFixture.element(resource: "")), ("requestorID", TokenFixture.element(requestor: "")),
            ("ttl", TokenFixture.element(proxy: "<ttl>1</ttl>")), ("&nbsp;", TokenFixture.element(resource: "a&nbsp;b")),
            ("a&b", TokenFixture.element(resource: "a&b").replacing("a&b", with: "a&amp;b&")),
            ("</", TokenFixture.element(proxy: "<a")), ("</", TokenFixture.element(proxy: "<a><b></b></a>")),
        ])
    func impossibleField(field: String, element: String) throws {
        let verification = try service.verifier().verify(service.serialized(element))
        #expect(verification.status == .invalidTokenFormat)
        #expect(verification.token == nil)
        #expect(!verification.detail.isEmpty)
    }

    @Test("bytes that are not UTF-8 are rejected")
    func notUTF8() throws {
        var element = Array(TokenFixture.element(resource: "##").utf8)
        for (index, byte) in element.enumerated() where byte == UInt8(ascii: "#") { element[index] = 0xFF }
        let signature = try service.key.signature(for: Data(element), padding: .insecurePKCS1v1_5).rawRepresentation
        let start = "<shortAuthorizationTokenEnvelope><signatureInfo>\(signature.base64EncodedString())</signatureInfo>"
        let bytes = Array(start.utf8) + element + Array("</shortAuthorizationTokenEnvelope>".utf8)
        #expect(try service.verifier().verify(Data(bytes).base64EncodedString()).status == .invalidTokenFormat)
    }

    @Test("a certificate that cannot be used is rejected")
    func certificates() throws {
        let elliptic = try TokenFixture.certificate(Certificate.PrivateKey(P256.Signing.PrivateKey()))
        for text in ["", "certificate", elliptic, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            #expect(throws: MediaTokenVerifier.CertificateError.self) {
                try MediaTokenVerifier(certificatePEM: text, requestorID: "REF30")
            }
        }
    }

    @Test("the statuses are those of the Java verifier")
    func names() {
        #expect(
            MediaTokenStatus.allCases.map(\.rawValue) == [
                "VALID_TOKEN", "INVALID_TOKEN_FORMAT", "INVALID_SIGNATURE", "TOKEN_EXPIRED", "INVALID_RESOURCE_ID",
                "ERROR_UNKNOWN",
            ])
    }
}
