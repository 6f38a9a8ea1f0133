import Crypto
import Encodings
import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import SwiftASN1
import TVWorld
import X509
import _CryptoExtras

extension ServiceEnvironment {
    /// The routes for requestors' certificates.
    var certificateAdministration: [Route] {
        [
            administration(.get, "certificates", query: ["requestor"]) { try listCertificates($0) },
            administration(.post, "certificates") { try await addCertificate($0) }.taking(.json),
            administration(.put, "certificates/{requestor}/{id}") { try await changeCertificate($0) }.taking(.json),
            administration(.delete, "certificates/{requestor}/{id}") { try await removeCertificate($0) },
        ]
    }

    private func listCertificates(_ call: Call) throws -> Response {
        let only = try filter(call)
        let certificates = engine.read { $0.certificates.values.filter { only == nil || $0.requestor == only } }
            .sorted { ($0.requestor, $0.createdAt, $0.id) < ($1.requestor, $1.createdAt, $1.id) }
        return .json(.ok, .object([.init("certificates", .array(certificates.map(Self.json)))]))
    }

    private func addCertificate(_ call: Call) async throws -> Response {
        let fields = try AdministrationFields(try call.json(), known: ["requestor", "certificate", "encryptsMetadata"])
        guard let pem = try? call.json()["certificate"]?.text, pem.utf8.count <= 16_384 else {
            throw AdministrationFields.wrong("certificate", "an X.509 certificate in PEM; it is required")
        }
        var certificate = try read(pem, requestor: try fields.required("requestor", 1...64))
        certificate.encryptsMetadata = try fields.flag("encryptsMetadata") ?? false
        return .json(.created, Self.json(try await engine.send(AddCertificate(certificate), requestID: call.requestID)))
    }

    /// Reads a certificate with an RSA key of at least 2,048 bits, because user metadata is encrypted with RSA.
    private func read(_ pem: String, requestor: String) throws -> RequestorCertificate {
        guard let certificate = try? X509.Certificate(pemEncoded: pem), let canonical = try? certificate.serializeAsPEM() else {
            throw AdministrationFields.wrong("certificate", "one X.509 certificate in PEM (-----BEGIN CERTIFICATE-----)")
        }
        guard let key = _RSA.Signing.PublicKey(certificate.publicKey), key.keySizeInBits >= 2_048 else {
            throw AdministrationFields.wrong("certificate", "certificates with an RSA key of at least 2048 bits")
        }
        return RequestorCertificate(
            id: hexadecimal(SHA256.hash(data: canonical.derBytes)), requestor: requestor, pem: canonical.pemString,
            serial: hexadecimal(certificate.serialNumber.bytes), issuer: "\(certificate.issuer)",
            subject: "\(certificate.subject)", notBefore: Self.seconds(certificate.notValidBefore),
            notAfter: Self.seconds(certificate.notValidAfter), createdAt: engine.clock.milliseconds())
    }

    private static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded(.down)) }

    private func changeCertificate(_ call: Call) async throws -> Response {
        let fields = try AdministrationFields(try call.json(), known: ["encryptsMetadata"])
        let event = ChangeCertificate(
            requestor: call.part("requestor"), id: call.part("id"), encryptsMetadata: try fields.flag("encryptsMetadata"))
        return .json(.ok, Self.json(try await engine.send(event, requestID: call.requestID)))
    }

    private func removeCertificate(_ call: Call) async throws -> Response {
        try await engine.send(
            RemoveCertificate(requestor: call.part("requestor"), id: call.part("id")), requestID: call.requestID)
        return .empty(.noContent)
    }

    private static func json(_ certificate: RequestorCertificate) -> JSON {
        .object([
            .init("id", .string(certificate.id)), .init("requestor", .string(certificate.requestor)),
            .init("serial", .string(certificate.serial)), .init("issuer", .string(certificate.issuer)),
            .init("subject", .string(certificate.subject)), .init("notBefore", .integer(certificate.notBefore)),
            .init("notAfter", .integer(certificate.notAfter)), .init("encryptsMetadata", .bool(certificate.encryptsMetadata)),
            .init("certificate", .string(certificate.pem)),
        ])
    }
}
