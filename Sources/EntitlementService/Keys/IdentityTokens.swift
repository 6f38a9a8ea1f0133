import EntitlementCore
import JWTKit
import TVWorld

/// The issuer and verifier of the tokens of shared identities: `Adobe-Subject-Token` and `AD-Service-Token` of REST v2.
struct IdentityTokens: Sendable {
    /// The `kid` of the service's own key, which vouches for any identity.
    static let ownKeyID = "entitlementd"
    /// The `aud` claim, in upper or lower case.
    static let audience = "adobe"

    private let keys: JWTKeyCollection

    /// - Parameter pem: The service's own key, in PEM.
    init(pem: String) async throws {
        keys = JWTKeyCollection()
        await keys.add(
            rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256, kid: JWKIdentifier(string: Self.ownKeyID))
    }

    /// The content of a token to issue.
    struct Claims: ServiceClaims, Equatable {
        var issuer: String
        var subject: String
        var audience: String
        /// The device of a platform's token.
        var deviceID: String?
        /// In Unix seconds.
        var issuedAt: Int64
        /// In Unix seconds.
        var expiresAt: Int64

        private enum CodingKeys: String, CodingKey {
            case issuer = "iss"
            case subject = "sub"
            case audience = "aud"
            case deviceID = "did"
            case issuedAt = "iat"
            case expiresAt = "exp"
        }
    }

    /// Returns a token that is signed with the service's own key.
    func sign(_ claims: Claims) async throws -> String {
        try await keys.sign(claims, kid: JWKIdentifier(string: Self.ownKeyID))
    }

    /// Returns the identity of a token; nil if it is invalid, which the interface does not report.
    ///
    /// - Parameters:
    ///   - registered: The keys that may have signed it, in addition to the service's own.
    ///   - now: The service's time, in Unix seconds.
    func identity(
        in token: String, kind: SharedIdentity.Kind, registered: [IdentityKey], now: Int64
    ) async -> SharedIdentity? {
        guard let parsed = CompactToken(token), parsed.header["crit"] == nil, let keyID = parsed.header["kid"]?.text,
            let (issuer, subject) = Self.subject(of: parsed.claims, now: now)
        else { return nil }
        let isRight: Bool
        if keyID == Self.ownKeyID {
            guard parsed.header["alg"] == "RS256" else { return nil }
            isRight = await (try? keys.verify(token, as: AnyClaims.self)) != nil
        } else {
            guard let key = registered.first(where: { $0.keyID == keyID }), key.issuer == issuer,
                parsed.header["alg"]?.text == key.algorithm.rawValue
            else { return nil }
            isRight = await Self.isSigned(token, with: key)
        }
        return isRight ? SharedIdentity(kind: kind, issuer: issuer, subject: subject) : nil
    }

    private static func isSigned(_ token: String, with key: IdentityKey) async -> Bool {
        do {
            let keys = JWTKeyCollection()
            switch key.algorithm {
            case .rs256: await keys.add(rsa: try Insecure.RSA.PublicKey(pem: key.pem), digestAlgorithm: .sha256)
            case .es256: await keys.add(ecdsa: try ES256PublicKey(pem: key.pem))
            }
            _ = try await keys.verify(token, as: AnyClaims.self)
            return true
        } catch {
            return false
        }
    }

    /// Returns the issuer and subject of the claims, unless they are not valid now, or not intended for this service.
    private static func subject(of claims: JSON, now: Int64) -> (issuer: String, subject: String)? {
        guard let issuer = identifier(claims["iss"]), let subject = identifier(claims["sub"]),
            let issuedAt = number(claims["iat"]), issuedAt <= Double(now), let end = number(claims["exp"]), Double(now) < end,
            claims["nbf"] == nil || number(claims["nbf"]).map({ $0 <= Double(now) }) == true,
            let audiences = claims["aud"].flatMap({ $0.texts ?? $0.text.map { [$0] } }),
            audiences.contains(where: { $0.lowercased() == audience })
        else { return nil }
        return (issuer, subject)
    }

    private static func identifier(_ value: JSON?) -> String? {
        value?.text.flatMap { (1...DeviceCall.identifierLimit).contains($0.utf8.count) ? $0 : nil }
    }

    private static func number(_ value: JSON?) -> Double? {
        guard case .number(let text)? = value else { return nil }
        return Double(text)
    }
}

/// Claims that have already been read.
private struct AnyClaims: ServiceClaims {}
