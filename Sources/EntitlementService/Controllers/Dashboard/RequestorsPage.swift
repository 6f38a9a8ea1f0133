import Encodings
import EntitlementCore
import Foundation
import SAML
import SwiftASN1
import TVWorld
import X509

extension DashboardController {
    func requestorsContent(_ form: FormParameters) -> [String: PageValue] {
        let (world, own) = engine.read { state in
            (state.world, state.certificates.values.sorted { ($0.requestor, $0.id) < ($1.requestor, $1.id) })
        }
        let requestors = world.requestors.map { requestor -> PageValue in
            [
                "id": .text(requestor.id), "name": .text(requestor.name),
                "domains": .text(requestor.domains.joined(separator: " ")),
                "schemes": .list(requestor.customSchemes.map { ["scheme": .text($0)] }),
            ]
        }
        let certificates = own.map { certificate -> PageValue in
            [
                "id": .text(certificate.id), "requestor": .text(certificate.requestor), "subject": .text(certificate.subject),
                "serial": .text(certificate.serial),
                "validity": .text(
                    ReadableTime.moment(certificate.notBefore * 1_000) + " to "
                        + ReadableTime.moment(certificate.notAfter * 1_000)),
                "use": .text(certificate.encryptsMetadata ? "encrypts user metadata" : "none"),
            ]
        }
        return [
            "requestors": .list(requestors), "own": .list(certificates), "certificates": .list(trustedCertificates),
            "choices": Self.options(world.requestors.map { ($0.id, $0.name) }, form["requestor"]),
            "form": form.entered, "encrypts": .flag(form["encryptsMetadata"] != nil),
        ]
    }

    /// The forms for requestors' custom schemes and certificates.
    var requestorForms: [Route] {
        [
            form("/dashboard/requestors/schemes", .requestors, notice: "A custom scheme was generated.") {
                try await administration.generateCustomScheme(
                    ["requestor": .string($0.parameters["requestor"] ?? "")], requestID: $0.requestID)
            },
            form("/dashboard/requestors/schemes/remove", .requestors, notice: "The custom scheme was removed.") { call in
                let (requestor, scheme) = (call.parameters["requestor"] ?? "", call.parameters["scheme"] ?? "")
                try await engine.send(.removeCustomScheme(scheme, of: requestor), requestID: call.requestID)
            },
            form("/dashboard/requestors/certificates", .requestors, notice: "The certificate was added.") { call in
                let form = call.parameters
                let body: JSON = [
                    "requestor": .string(form["requestor"] ?? ""), "certificate": .string(form["certificate"] ?? ""),
                    "encryptsMetadata": .bool(form["encryptsMetadata"] != nil),
                ]
                try await administration.addCertificate(body, requestID: call.requestID)
            },
            form("/dashboard/requestors/certificates/remove", .requestors, notice: "The certificate was removed.") { call in
                let (requestor, id) = (call.parameters["requestor"] ?? "", call.parameters["id"] ?? "")
                try await engine.send(.removeCertificate(id, of: requestor), requestID: call.requestID)
            },
        ]
    }

    /// The service's certificates and those of the providers that it trusts.
    private var trustedCertificates: [PageValue] {
        let media = administration.keys.media.certificates(now: engine.clock.milliseconds()).map { media in
            let purpose = media.endsAt == nil ? "This service, media tokens" : "This service, media tokens, rolled over"
            return Self.certificate(media.certificate.pem, purpose)
        }
        let metadata = engine.read { state in state.world.providers.map { ($0.name, state.providerMetadata[$0.id]) } }
        let providers = metadata.flatMap { name, xml in
            let certificates = try? xml.map { try EntityDescriptor(xml: $0).certificates }
            return (certificates ?? []).map { Self.certificate($0.pem, name) }
        }
        return [Self.certificate(administration.keys.saml.certificate.pem, "This service, SAML")] + media + providers
    }

    private static func certificate(_ pem: String, _ purpose: String) -> PageValue {
        guard let certificate = try? X509.Certificate(pemEncoded: pem) else {
            return ["purpose": .text(purpose), "subject": "cannot be read", "serial": "", "validity": ""]
        }
        func moment(_ date: Date) -> String { ReadableTime.moment(Int64(date.timeIntervalSince1970) * 1_000) }
        return [
            "purpose": .text(purpose), "subject": .text("\(certificate.subject)"),
            "serial": .text(hexadecimal(certificate.serialNumber.bytes)),
            "validity": .text("\(moment(certificate.notValidBefore)) to \(moment(certificate.notValidAfter))"),
        ]
    }
}
