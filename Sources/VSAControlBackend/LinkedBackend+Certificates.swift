import Crypto
import Foundation
import SwiftASN1
import VSAControl
import X509
import _CryptoExtras

extension LinkedBackend {
    package static func isMetadataCertificate(_ text: String) -> Bool {
        // Not PEMDocument, because the service accepts lines of any length, and takes the first certificate of several.
        let base64 = text.firstMatch(of: /-----BEGIN (?:X509 )?CERTIFICATE-----([^-]*)-----END/)?.1 ?? text[...]
        guard let bytes = Data(base64Encoded: base64.filter { !$0.isWhitespace }),
            let certificate = try? Certificate(derEncoded: Array(bytes))
        else { return false }
        return _RSA.Signing.PublicKey(certificate.publicKey).map { $0.keySizeInBits >= 2_048 } ?? false
    }
}

// A certificate authority that certifies this machine's loopback names once: 127.0.0.1, ::1 and localhost.
extension LinkedBackend {
    package static func certifyLoopback(validity: ClosedRange<Int64>) throws -> LoopbackCertificate {
        let (authorityKey, serverKey) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let authority = try DistinguishedName { CommonName("Private authority of vsactl run") }
        let authorityID = SubjectKeyIdentifier(hash: Certificate.PublicKey(authorityKey.publicKey))

        func certify(
            _ subject: DistinguishedName, _ key: P256.Signing.PrivateKey, _ extensions: Certificate.Extensions
        ) throws -> String {
            try Certificate(
                version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
                notValidBefore: Date(timeIntervalSince1970: Double(validity.lowerBound)),
                notValidAfter: Date(timeIntervalSince1970: Double(validity.upperBound)), issuer: authority, subject: subject,
                signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions, issuerPrivateKey: .init(authorityKey)
            ).serializeAsPEM().pemString
        }

        let root = try certify(
            authority, authorityKey,
            Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                authorityID
            })
        let addresses: [[UInt8]] = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]
        let server = try certify(
            DistinguishedName { CommonName("localhost") }, serverKey,
            Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(
                    [.dnsName("localhost")] + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) })
                SubjectKeyIdentifier(hash: Certificate.PublicKey(serverKey.publicKey))
                AuthorityKeyIdentifier(keyIdentifier: authorityID.keyIdentifier)
            })
        return (authority: root, certificate: server, key: serverKey.pemRepresentation)
    }
}
