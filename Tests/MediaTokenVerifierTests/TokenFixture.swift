import Crypto
import Foundation
import SwiftASN1
import X509
import _CryptoExtras

@testable import MediaTokenVerifier

/// A service that creates media tokens.
struct TokenFixture: Sendable {
    let key: _RSA.Signing.PrivateKey
    let certificatePEM: String

    static let shared = TokenFixture.make()
    static let stranger = TokenFixture.make()

    /// 2026-01-02 03:04:05 UTC.
    static let issued = Date(timeIntervalSince1970: 1_767_323_045)

    private static func make() -> TokenFixture {
        do {
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            return TokenFixture(key: key, certificatePEM: try certificate(Certificate.PrivateKey(key)))
        } catch {
            fatalError("\(error)")
        }
    }

    static func certificate(_ key: Certificate.PrivateKey) throws -> String {
        let name = try DistinguishedName { CommonName("media token") }
        let isRSA = _RSA.Signing.PublicKey(key.publicKey) != nil
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: issued, notValidAfter: issued.addingTimeInterval(86_400), issuer: name, subject: name,
            signatureAlgorithm: isRSA ? .sha256WithRSAEncryption : .ecdsaWithSHA256,
            extensions: try Certificate.Extensions { Critical(BasicConstraints.notCertificateAuthority) }, issuerPrivateKey: key)
        return try certificate.serializeAsPEM().pemString
    }

    /// The element in the form that the service writes.
    static func element(
        requestor: String = "REF30", resource: String = "news", ttl: String = "420000",
        issueTime: String = "2026/01/02 03:04:05 GMT +0000", proxy: String = "<proxyMvpdId></proxyMvpdId>"
    ) -> String {
        """
        <shortAuthorizationToken><sessionGUID>2f6a1f0e</sessionGUID><requestorID>\(requestor)</requestorID>\
        <resourceID>\(resource)</resourceID><ttl>\(ttl)</ttl><issueTime>\(issueTime)</issueTime><mvpdId>AlphaCable</mvpdId>\
        \(proxy)</shortAuthorizationToken>
        """
    }

    func signature(_ element: String) throws -> String {
        try key.signature(for: Data(element.utf8), padding: .insecurePKCS1v1_5).rawRepresentation.base64EncodedString()
    }

    func envelope(_ element: String) throws -> String {
        """
        <shortAuthorizationTokenEnvelope><signatureInfo>\(try signature(element))</signatureInfo>\(element)\
        </shortAuthorizationTokenEnvelope>
        """
    }

    func serialized(_ element: String = TokenFixture.element()) throws -> String { TokenFixture.serialize(try envelope(element)) }

    static func serialize(_ envelope: String) -> String { Data(envelope.utf8).base64EncodedString() }

    /// A verifier some seconds after the token was created.
    func verifier(after seconds: Double = 60, requestor: String = "REF30") throws -> MediaTokenVerifier {
        try MediaTokenVerifier(certificatePEM: certificatePEM, requestorID: requestor) {
            TokenFixture.issued.addingTimeInterval(seconds)
        }
    }
}
