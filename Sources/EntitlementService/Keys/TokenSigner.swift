import EntitlementCore
import JWTKit
import TVWorld

/// The signer and verifier of the service's JWTs: software statements and access tokens (RS256).
struct TokenSigner: Sendable {
    private let keys: JWTKeyCollection
    /// Access tokens whose signature was verified. The signature does not depend on anything that changes; the times and the client
    /// do, and are checked in every call.
    private let verified: RememberedResults<String, VerifiedToken>

    /// The issuer of both kinds of token, as in the documentation's samples.
    static let issuer = "auth.adobe.com"

    /// - Parameter limit: The maximum number of remembered access tokens, of about 1 kB each.
    init(pem: String, limit: Int = 1_024) async throws {
        verified = RememberedResults(limit: limit)
        keys = JWTKeyCollection()
        await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256)
    }

    /// Returns the JWT of a software statement.
    func sign(_ statement: SoftwareStatement) async throws -> String {
        try await keys.sign(
            StatementClaims(
                issuer: Self.issuer, issuedAt: statement.issuedAt, softwareID: statement.id, clientName: statement.name,
                requestors: statement.requestors.isEmpty ? ["*"] : statement.requestors,
                platforms: statement.platforms.map(\.rawValue), redirectSchemes: statement.schemes,
                scopes: statement.scopes))
    }

    /// Returns the bearer token of a client.
    func sign(_ answer: AccessTokenClaims) async throws -> String {
        try await keys.sign(
            AccessClaims(
                subject: answer.clientID, notBefore: answer.createdAt, issuer: Self.issuer,
                scopes: answer.scopes.joined(separator: " "),
                expiration: answer.createdAt + answer.lifetime, issuedAt: answer.createdAt, id: answer.id))
    }

    /// Returns the `software_id` of a statement; nil if the service did not sign it.
    func statementID(of token: String) async -> String? {
        guard CompactToken(token) != nil else { return nil }
        return try? await keys.verify(token, as: StatementClaims.self).softwareID
    }

    /// Verifies an access token; nil if the service did not sign it.
    private func verify(_ token: String) async -> VerifiedToken? {
        guard CompactToken(token) != nil, let claims = try? await keys.verify(token, as: AccessClaims.self) else { return nil }
        let scopes = claims.scopes.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        let new = VerifiedToken(claims: claims, access: .client(id: claims.subject, scopes: Set(scopes)))
        verified[token] = new
        return new
    }

    var rememberedCount: Int { verified.count }

    /// Returns the access granted by a token: none if the service did not sign it, or it is not valid now.
    func access(of token: String, now: Int64) async -> ClientAccess {
        let known = verified[token]
        let token = known == nil ? await verify(token) : known
        guard let token, token.claims.issuer == Self.issuer, token.claims.notBefore <= now,
            now < token.claims.expiration
        else { return .none }
        return token.access
    }
}

private struct StatementClaims: ServiceClaims {
    var issuer: String
    var issuedAt: Int64
    var softwareID: String
    var clientName: String
    var requestors: [String]
    var platforms: [String]
    var redirectSchemes: [String]
    var scopes: [String]?

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case issuedAt = "iat"
        case softwareID = "software_id"
        case clientName = "client_name"
        case requestors
        case platforms
        case redirectSchemes = "redirect_schemes"
        case scopes
    }
}

/// An access token whose signature was verified.
private struct VerifiedToken: Sendable {
    var claims: AccessClaims
    /// The access that it grants while it is valid.
    var access: ClientAccess
}

private struct AccessClaims: ServiceClaims {
    var subject: String
    var notBefore: Int64
    var issuer: String
    var scopes: String
    var expiration: Int64
    var issuedAt: Int64
    var id: String

    private enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case notBefore = "nbf"
        case issuer = "iss"
        case scopes
        case expiration = "exp"
        case issuedAt = "iat"
        case id = "jti"
    }
}

/// Claims whose times the service checks against its own clock, which may differ from the machine's.
protocol ServiceClaims: JWTPayload {}

extension ServiceClaims {
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
