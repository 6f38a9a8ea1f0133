import Crypto
import Encodings
import Foundation
import TVWorld
import _CryptoExtras

/// A private key that signs JWTs.
enum TokenKey {
    /// RSA with at least 2048 bits.
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)

    /// Reads a key in PEM; nil if it is of another kind.
    init?(pem: String) {
        if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
            self = .rsa(key)
        } else if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            self = .p256(key)
        } else {
            return nil
        }
    }

    private var algorithm: String {
        switch self {
        case .rsa: "RS256"
        case .p256: "ES256"
        }
    }

    /// The SHA-256 of the public key: the `kid` that the service assigns to a key without one.
    private var fingerprint: String {
        let publicKey: Data =
            switch self {
            case .rsa(let key): key.publicKey.derRepresentation
            case .p256(let key): key.publicKey.derRepresentation
            }
        return hexadecimal(SHA256.hash(data: publicKey))
    }

    /// Signs a token.
    ///
    /// - Parameters:
    ///   - claims: The encoded claims.
    ///   - keyID: The `kid`; nil for the fingerprint.
    func sign(claims: Substring, keyID: String?) throws -> String {
        let header = JSON.object([
            JSON.Member("alg", .string(algorithm)), JSON.Member("kid", .string(keyID ?? fingerprint)),
            JSON.Member("typ", .string("JWT")),
        ])
        let content = "\(Self.base64(Data(header.serialized.utf8))).\(claims)"
        return "\(content).\(Self.base64(try signature(of: Data(content.utf8))))"
    }

    private func signature(of data: Data) throws -> Data {
        switch self {
        case .rsa(let key): try key.signature(for: data, padding: .insecurePKCS1v1_5).rawRepresentation
        case .p256(let key): try key.signature(for: data).rawRepresentation
        }
    }

    /// Returns data in URL-safe Base64, as used in JWTs.
    private static func base64(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
