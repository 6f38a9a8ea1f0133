import Administration
import Crypto
import Encodings
import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MediaTokenVerifier
import SAML
import TVWorld

extension AdministrationController {
    /// `POST /admin/v1/media-tokens/verify`: the verification by a programmer's backend, and whether the token was used before.
    func verifyMediaToken(_ call: APICall) async throws -> Response {
        let fields = try AdministrationFields(try call.json(), known: ["token", "requestor", "resource"])
        let token = try Self.text(fields["token"], "token", limit: MediaTokenVerifier.maximumSize)
        let requestor = try Self.text(fields["requestor"], "requestor", limit: 1_024)
        let resource = try fields["resource"].map { try Self.text($0, "resource", limit: 8_192) }
        let now = engine.clock.milliseconds()
        let verification = MediaTokenVerifier.verify(
            token, certificatePEM: keys.media.bundle(now: now), requestorID: requestor, resourceID: resource,
            clock: { Date(timeIntervalSince1970: Double(now) / 1_000) })
        var usedAt: Int64?
        if verification.isValid, let content = verification.token {
            usedAt = try await engine.send(
                .useMediaToken(
                    id: verification.identifier ?? "", requestor: requestor, resource: content.resourceID,
                    expiresAt: Self.milliseconds(content.expiration)),
                requestID: call.requestID)
        }
        return .json(.ok, Self.json(verification, usedAt: usedAt))
    }

    /// `POST /admin/v1/media-tokens`: a token as apps receive it, for tests of backends. It belongs to no sign-in.
    func issueMediaToken(_ call: APICall) throws -> Response {
        let fields = try AdministrationFields(try call.json(), known: ["requestor", "resource", "mvpd", "expired"])
        let id = try fields.required("requestor", AdministrationLimit.identifierLength)
        let resource = try fields.required("resource", 1...8_192)
        let requestor = try requestor(id)
        let providers = engine.read { $0.world.integrated(with: id) }
        let mvpd = try fields.text("mvpd", AdministrationLimit.identifierLength)
        guard let provider = mvpd.map({ name in providers.first { $0.mvpd == name } }) ?? providers.first else {
            throw AdministrationFields.wrong("mvpd", "one of \(id)'s: \(providers.map(\.mvpd).joined(separator: ", "))")
        }
        let (lifetime, now) = (requestor.mediaTokenLifetime * 1_000, engine.clock.milliseconds())
        // An expired token is one that expired a minute ago.
        let issuedAt = try fields.flag("expired") == true ? now - lifetime - 60_000 : now
        let token = EntitlementCore.MediaToken(
            sessionGUID: engine.random.uuid(), requestor: id, resource: resource, lifetime: lifetime, issuedAt: issuedAt,
            mvpd: provider.mvpd, proxy: provider.proxy)
        let issued = MediaTokenResource(
            requestor: id, resource: resource, mvpd: provider.mvpd, token: try keys.serialized(token), issuedAt: issuedAt,
            expiresAt: token.expiresAt)
        return .json(.created, issued.json)
    }

    /// `GET /admin/v1/media-certificates`
    var mediaCertificates: [MediaCertificateResource] {
        keys.media.certificates(now: engine.clock.milliseconds()).map { media in
            MediaCertificateResource(
                fingerprint: hexadecimal(
                    Array(SHA256.hash(data: Data(base64Encoded: media.certificate.derBase64) ?? Data()))),
                current: media.endsAt == nil, endsAt: media.endsAt, certificate: media.certificate.pem)
        }
    }

    /// `POST /admin/v1/media-certificates/roll`
    func rollMediaCertificate(_ call: APICall) async throws -> Response {
        let longest = engine.read { $0.world.requestors.map(\.mediaTokenLifetime).max() ?? 0 }
        do {
            try await engine.alone { try await keys.media.roll(now: engine.clock.milliseconds(), lifetime: longest * 1_000) }
        } catch is MediaKeyRing.TooManyCertificates {
            throw ServiceError(
                .conflict, "conflict",
                "There are \(MediaKeyRing.limit) certificates with tokens that have not expired; roll over again later.")
        }
        try await engine.announce()
        call.logger.notice("media token certificate rolled over")
        return .json(.ok, ResourceList(mediaCertificates).json)
    }

    private static func text(_ value: JSON?, _ name: String, limit: Int) throws -> String {
        guard let text = value?.text, !text.isEmpty, text.utf8.count <= limit else {
            throw AdministrationFields.wrong(name, "a string of 1 to \(limit) bytes")
        }
        return text
    }

    private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }

    private static func json(_ verification: MediaTokenVerification, usedAt: Int64?) -> JSON {
        let token = verification.token
        return .filled([
            "status": .string(verification.status.rawValue), "accepted": .bool(verification.isValid && usedAt == nil),
            "used": .bool(usedAt != nil), "usedAt": usedAt.map { JSON.integer($0) },
            "detail": verification.detail.isEmpty ? nil : JSON.string(verification.detail),
            "sessionGUID": token.map { JSON.string($0.sessionGUID) }, "requestorID": token.map { JSON.string($0.requestorID) },
            "resourceID": token.map { JSON.string($0.resourceID) }, "ttl": token.map { JSON.integer($0.timeToLive) },
            "issueTime": token.map { JSON.integer(milliseconds($0.timeIssued)) },
            "expires": token.map { JSON.integer(milliseconds($0.expiration)) }, "mvpdId": token.map { JSON.string($0.mvpdID) },
            "proxyMvpdId": token.map { JSON.optional($0.proxyMvpdID) },
        ])
    }
}
