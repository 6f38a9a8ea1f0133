import Encodings
import EntitlementCore
import Foundation
import SAML
import SwiftASN1
import TVWorld
import X509

extension DashboardController {
    /// The service's certificates and those of the providers that it trusts.
    var dashboardCertificates: [PageValue] {
        var values = [Self.certificate(administration.keys.saml.certificate.pem, "This service, SAML")]
        values += administration.keys.media.certificates(now: engine.clock.milliseconds()).map { media in
            Self.certificate(
                media.certificate.pem,
                media.endsAt == nil ? "This service, media tokens" : "This service, media tokens, rolled over")
        }
        let providers = engine.read { state in state.world.providers.map { ($0, state.providerMetadata[$0.id]) } }
        for (provider, xml) in providers {
            guard let xml, let certificates = try? EntityDescriptor(xml: xml).certificates else { continue }
            values += certificates.map { Self.certificate($0.pem, provider.name) }
        }
        return values
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
