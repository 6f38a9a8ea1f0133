import Crypto
import Foundation
import SwiftASN1
import TVWorld
import X509

/// The certificate authority of a session with TLS: it certifies this machine's loopback names once, and its key is never stored,
/// so that it cannot be used for anything else.
struct SessionAuthority: Sendable, Equatable {
    /// The files of the service's certificate and of its key, which has mode 0600.
    let certificate: String, key: String
    /// The file of the authority's certificate.
    let authority: String
    /// The file of the authorities that the caller trusts, and this one.
    let bundle: String

    /// The variables with which programs find their trusted authorities: OpenSSL and the project's own, curl, Python's requests,
    /// Node.
    static let variableNames = ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"]

    /// The variables that make programs in the session trust the service.
    var variables: [String: String] {
        [
            "SSL_CERT_FILE": bundle, "CURL_CA_BUNDLE": bundle, "REQUESTS_CA_BUNDLE": bundle, "NODE_EXTRA_CA_CERTS": authority,
        ]
    }

    /// The options that make entitlementd use the certificate.
    var serviceOptions: [String] { ["--tls-certificate", certificate, "--tls-key", key] }

    /// The files of trusted authorities on Debian-based and Fedora-based systems.
    private static let systemBundles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
    /// Valid from the previous day, because a client's clock may be slow, for a year; in seconds.
    private static let validity: (before: Int64, after: Int64) = (86_400, 365 * 86_400)

    /// Creates an authority and a certificate for 127.0.0.1, ::1 and localhost.
    ///
    /// - Parameters:
    ///   - folder: The session's folder; the files are in its folder `tls`.
    ///   - outer: The caller's environment, whose `SSL_CERT_FILE` is also trusted in the session.
    /// - Throws: The file system's error.
    init(in folder: String, outer: [String: String], clock: any WorldClock = SystemClock()) throws {
        let place = folder + "/tls"
        (certificate, key) = (place + "/server.pem", place + "/server.key")
        (authority, bundle) = (place + "/authority.pem", place + "/bundle.pem")
        try SessionPlaces.makeFolder(place)
        let now = clock.seconds()
        let dates = (
            Date(timeIntervalSince1970: Double(now - Self.validity.before)),
            Date(timeIntervalSince1970: Double(now + Self.validity.after))
        )
        let (authorityKey, serverKey) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let root = try Self.root(authorityKey, dates)
        let server = try Self.server(serverKey, issuer: root, authorityKey, dates)
        let rootText = try root.serializeAsPEM().pemString + "\n"
        let trusted = ([outer["SSL_CERT_FILE"]].compactMap { $0 } + Self.systemBundles).lazy
            .compactMap { FileManager.default.contents(atPath: $0) }.first
        try SessionPlaces.write((try server.serializeAsPEM().pemString + "\n").utf8, to: certificate)
        try SessionPlaces.write((serverKey.pemRepresentation + "\n").utf8, to: key)
        try SessionPlaces.write(rootText.utf8, to: authority)
        try SessionPlaces.write((trusted ?? Data()) + Data(("\n" + rootText).utf8), to: bundle)
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
