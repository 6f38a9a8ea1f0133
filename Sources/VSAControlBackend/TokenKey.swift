import Crypto
import Encodings
import Foundation
import TVWorld
import _CryptoExtras

/// A private key that signs JWTs.
struct TokenKey {
    private let algorithm: String
    private let publicKey: Data
    private let signature: (Data) throws -> Data

    /// Reads a key in PEM: RSA with at least 2048 bits, or P-256; nil if it is of another kind.
    init?(pem: String) {
        if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
            (algorithm, publicKey) = ("RS256", key.publicKey.derRepresentation)
            signature = { try key.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation }
        } else if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            (algorithm, publicKey) = ("ES256", key.publicKey.derRepresentation)
            signature = { try key.signature(for: $0).rawRepresentation }
        } else {
            return nil
        }
    }

    /// The SHA-256 of the public key: the `kid` that the service assigns to a key without one.
    private var fingerprint: String { hexadecimal(SHA256.hash(data: publicKey)) }

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
        return "\(content).\(Self.base64(try signature(Data(content.utf8))))"
    }

    /// Returns data in URL-safe Base64, as used in JWTs.
    private static func base64(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
