import Administration
import Crypto
import Encodings
import EntitlementCore
import Foundation
import SwiftASN1
import TVWorld
import X509
import _CryptoExtras

extension AdministrationController {
    /// The routes for requestors' certificates.
    var certificateAdministration: [Route] {
        [
            listing("certificates", query: ["requestor"]) { try certificates($0) },
            creating("certificates") { try await addCertificate($0, requestID: $1).json },
            changing("certificates/{requestor}/{id}") { call, body in
                let fields = try AdministrationFields(body, known: ["encryptsMetadata"])
                let certificate = try await engine.send(
                    .changeCertificate(
                        call.part("id"), of: call.part("requestor"), encryptsMetadata: try fields.flag("encryptsMetadata")),
                    requestID: call.requestID)
                return CertificateResource(certificate).json
            },
            removing("certificates/{requestor}/{id}") {
                try await engine.send(
                    .removeCertificate($0.part("id"), of: $0.part("requestor")), requestID: $0.requestID)
            },
        ]
    }

    private func certificates(_ call: APICall) throws -> [CertificateResource] {
        let only = try filter(call.parameters)
        let certificates = engine.read { $0.certificates.values.filter { only == nil || $0.requestor == only } }
            .sorted { ($0.requestor, $0.createdAt, $0.id) < ($1.requestor, $1.createdAt, $1.id) }
        return certificates.map(CertificateResource.init)
    }

    /// Adds a certificate to a requestor.
    @discardableResult
    func addCertificate(_ body: JSON, requestID: String) async throws -> CertificateResource {
        let fields = try AdministrationFields(body, known: ["requestor", "certificate", "encryptsMetadata"])
        guard let pem = fields["certificate"]?.text, pem.utf8.count <= AdministrationLimit.pemSize else {
            throw AdministrationFields.wrong("certificate", "an X.509 certificate in PEM; it is required")
        }
        var certificate = try read(pem, requestor: try fields.required("requestor", AdministrationLimit.identifierLength))
        certificate.encryptsMetadata = try fields.flag("encryptsMetadata") ?? false
        return CertificateResource(try await engine.send(.addCertificate(certificate), requestID: requestID))
    }

    /// Reads a certificate with an RSA key of at least 2,048 bits, because user metadata is encrypted with RSA.
    private func read(_ pem: String, requestor: String) throws -> RequestorCertificate {
        // A certificate with a shorter key cannot even be read.
        guard let certificate = try? X509.Certificate(pemEncoded: pem), let canonical = try? certificate.serializeAsPEM(),
            let key = _RSA.Signing.PublicKey(certificate.publicKey), key.keySizeInBits >= 2_048
        else {
            throw AdministrationFields.wrong(
                "certificate",
                "one X.509 certificate in PEM (-----BEGIN CERTIFICATE-----), with an RSA key of at least 2048 bits")
        }
        return RequestorCertificate(
            id: hexadecimal(SHA256.hash(data: canonical.derBytes)), requestor: requestor, pem: canonical.pemString,
            serial: hexadecimal(certificate.serialNumber.bytes), issuer: "\(certificate.issuer)",
            subject: "\(certificate.subject)", notBefore: Self.seconds(certificate.notValidBefore),
            notAfter: Self.seconds(certificate.notValidAfter), createdAt: engine.clock.milliseconds())
    }

    private static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded(.down)) }
}

extension CertificateResource {
    init(_ certificate: RequestorCertificate) {
        self.init(
            id: certificate.id, requestor: certificate.requestor, serial: certificate.serial, issuer: certificate.issuer,
            subject: certificate.subject, notBefore: certificate.notBefore, notAfter: certificate.notAfter,
            encryptsMetadata: certificate.encryptsMetadata, certificate: certificate.pem)
    }
}
