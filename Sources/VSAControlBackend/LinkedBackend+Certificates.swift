import Crypto
import Foundation
import SwiftASN1
import VSAControl
import X509

// A certificate authority that certifies this machine's loopback names once: 127.0.0.1, ::1 and localhost.
extension LinkedBackend {
    package static func certifyLoopback(validity: ClosedRange<Int64>) throws -> LoopbackCertificate {
        let dates = (
            Date(timeIntervalSince1970: Double(validity.lowerBound)),
            Date(timeIntervalSince1970: Double(validity.upperBound))
        )
        let (authorityKey, serverKey) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let root = try root(authorityKey, dates)
        let server = try server(serverKey, issuer: root, authorityKey, dates)
        return (
            authority: try root.serializeAsPEM().pemString, certificate: try server.serializeAsPEM().pemString,
            key: serverKey.pemRepresentation
        )
    }

    private static func root(_ key: P256.Signing.PrivateKey, _ dates: (from: Date, to: Date)) throws -> Certificate {
        let name = try DistinguishedName { CommonName("Private authority of vsactl run") }
        let publicKey = Certificate.PublicKey(key.publicKey)
        return try Certificate(
            version: .v3, serialNumber: .init(), publicKey: publicKey, notValidBefore: dates.from, notValidAfter: dates.to,
            issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: publicKey)
            }, issuerPrivateKey: .init(key))
    }

    private static func server(
        _ key: P256.Signing.PrivateKey, issuer: Certificate, _ issuerKey: P256.Signing.PrivateKey, _ dates: (from: Date, to: Date)
    ) throws -> Certificate {
        let publicKey = Certificate.PublicKey(key.publicKey)
        let addresses: [[UInt8]] = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]
        let names: [GeneralName] =
            [.dnsName("localhost")] + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) }
        return try Certificate(
            version: .v3, serialNumber: .init(), publicKey: publicKey, notValidBefore: dates.from, notValidAfter: dates.to,
            issuer: issuer.subject, subject: DistinguishedName { CommonName("localhost") }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names)
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: try issuer.extensions.subjectKeyIdentifier?.keyIdentifier)
            }, issuerPrivateKey: .init(issuerKey))
    }
}
