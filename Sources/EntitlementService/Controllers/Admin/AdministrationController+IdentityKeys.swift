import Administration
import Crypto
import Encodings
import EntitlementCore
import Foundation
import HTTPTypes
import SAML
import TVWorld

extension AdministrationController {
    /// The routes for the keys and tokens of shared identities.
    var identityAdministration: [Route] {
        [
            listing("identity-keys", query: ["requestor"]) { try identityKeys($0) },
            creating("identity-keys") { try await addIdentityKey($0, requestID: $1).json },
            removing("identity-keys/{id}") {
                try await engine.send(.removeIdentityKey(id: $0.part("id")), requestID: $0.requestID)
            },
            creating("identity-tokens") { body, _ in try await issueIdentityToken(body).json },
        ]
    }

    private func identityKeys(_ call: APICall) throws -> [IdentityKeyResource] {
        let only = try filter(call.parameters)
        let keys = engine.read { $0.identityKeys.values.filter { only == nil || $0.requestor == only } }
            .sorted { ($0.requestor ?? "", $0.createdAt, $0.id) < ($1.requestor ?? "", $1.createdAt, $1.id) }
        return keys.map { IdentityKeyResource($0) }
    }

    private func addIdentityKey(_ body: JSON, requestID: String) async throws -> IdentityKeyResource {
        let fields = try AdministrationFields(body, known: ["kind", "requestor", "issuer", "kid", "publicKey", "jwk"])
        let kind = try identityKind(fields)
        let requestor = kind == .service ? try fields.required("requestor", AdministrationLimit.identifierLength) : nil
        guard kind == .service || fields["requestor"] == nil else {
            throw AdministrationFields.wrong("requestor", "a value only for a service's key")
        }
        var generated: SigningKey?
        let material: IdentityKeyMaterial
        if let given = try publicKey(fields) {
            material = given
        } else {
            let key = try await SigningKey.generated(for: "entitlementd identity", now: engine.clock.seconds())
            material = try IdentityKeyMaterial(of: key)
            generated = key
        }
        let keyID = try fields.text("kid", 1...256) ?? material.keyID ?? material.fingerprint
        guard keyID != IdentityTokens.ownKeyID else { throw AdministrationFields.wrong("kid", "any text but the service's own") }
        let issuer = try fields.required("issuer", 1...256)
        // Encoded first: a key that was added without its private part would be useless.
        let privateKey = try generated?.privateKeyPEM
        let added = try await engine.send(
            .addIdentityKey(
                kind, of: requestor, keyID: keyID, issuer: issuer, algorithm: material.algorithm, pem: material.pem),
            requestID: requestID)
        var resource = IdentityKeyResource(added)
        resource.privateKey = privateKey
        return resource
    }

    private func identityKind(_ fields: AdministrationFields) throws -> SharedIdentity.Kind {
        guard let kind = fields["kind"]?.text.flatMap({ SharedIdentity.Kind(rawValue: $0) }) else {
            throw AdministrationFields.wrong("kind", "platform or service; it is required")
        }
        return kind
    }

    /// Returns the public key of a call; nil if it contains none.
    private func publicKey(_ fields: AdministrationFields) throws -> IdentityKeyMaterial? {
        let pem: String? = try fields.value("publicKey", "a public key in PEM, unless jwk is given") { value in
            value.text.flatMap { fields["jwk"] == nil && $0.utf8.count <= AdministrationLimit.pemSize ? $0 : nil }
        }
        if let pem {
            guard let key = IdentityKeyMaterial(pem: pem) else {
                throw AdministrationFields.wrong("publicKey", "PEM of \(Self.acceptedKeys)")
            }
            return key
        }
        return try fields.value("jwk", "a JWK of \(Self.acceptedKeys)") { IdentityKeyMaterial(jwk: $0) }
    }

    private static let acceptedKeys = "an RSA key of at least 2048 bits or of a P-256 key"

    private func issueIdentityToken(_ body: JSON) async throws -> IdentityTokenResource {
        let fields = try AdministrationFields(body, known: ["kind", "subject", "issuer", "audience", "deviceId", "lifetime"])
        let kind = try identityKind(fields)
        let now = engine.clock.seconds()
        // A negative lifetime produces an expired token.
        let longest = AdministrationLimit.identityTokenLifetime
        let lifetime = try fields.integer("lifetime", -longest...longest) ?? 3_600
        guard lifetime != 0 else {
            throw AdministrationFields.wrong("lifetime", "seconds other than 0; a negative number for a token that has expired")
        }
        let claims = IdentityTokens.Claims(
            issuer: try fields.text("issuer", 1...256) ?? "\(identity.baseURL)/\(kind.rawValue)-identity",
            subject: try fields.required("subject", 1...256),
            audience: try fields.text("audience", 1...256) ?? IdentityTokens.audience,
            deviceID: try fields.text("deviceId", 1...256), issuedAt: now + min(0, lifetime), expiresAt: now + lifetime)
        let header: HTTPField.Name = kind == .platform ? .subjectToken : .serviceToken
        return IdentityTokenResource(
            kind: kind.rawValue, issuer: claims.issuer, subject: claims.subject, header: header.rawName,
            token: try await access.identityTokens.sign(claims), issuedAt: claims.issuedAt, expiresAt: claims.expiresAt)
    }
}

extension IdentityKeyResource {
    init(_ key: IdentityKey) {
        self.init(
            id: key.id, kind: key.kind.rawValue, requestor: key.requestor, kid: key.keyID, issuer: key.issuer,
            algorithm: key.algorithm.rawValue, publicKey: key.pem, createdAt: key.createdAt)
    }
}
