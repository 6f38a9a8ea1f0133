import Crypto
import Encodings
import EntitlementCore
import Foundation
import JWTKit
import SAML
import TVWorld
import _CryptoExtras

/// A public key for the tokens of shared identities, as read.
struct IdentityKeyMaterial: Sendable, Equatable {
    /// The algorithm of its tokens.
    let algorithm: IdentityKey.Algorithm
    let pem: String
    /// The `kid` of a JWK.
    let keyID: String?
    /// The SHA-256 of the key in DER, in hexadecimal digits.
    let fingerprint: String

    /// Reads a public key in PEM: RSA with at least 2048 bits, or P-256; nil for any other text.
    init?(pem: String) {
        if let key = try? Insecure.RSA.PublicKey(pem: pem) {
            self.init(.rs256, pem: key.pemRepresentation, der: key.derRepresentation)
        } else if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
            self.init(.es256, pem: key.pemRepresentation, der: key.derRepresentation)
        } else {
            return nil
        }
    }

    /// Reads such a key as a JWK (RFC 7517); nil for any other value.
    init?(jwk: JSON) {
        let keyID = jwk["kid"]?.text.flatMap { (1...256).contains($0.utf8.count) ? $0 : nil }
        if jwk["kty"] == "RSA", let modulus = jwk["n"]?.text, let exponent = jwk["e"]?.text,
            let key = try? Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent)
        {
            self.init(.rs256, pem: key.pemRepresentation, der: key.derRepresentation, keyID: keyID)
        } else if jwk["kty"] == "EC", jwk["crv"] == "P-256", let x = jwk["x"]?.text, let y = jwk["y"]?.text,
            let xBytes = Base64.decodeLenient(x), let yBytes = Base64.decodeLenient(y), xBytes.count == 32, yBytes.count == 32,
            let key = try? P256.Signing.PublicKey(rawRepresentation: xBytes + yBytes)
        {
            self.init(.es256, pem: key.pemRepresentation, der: key.derRepresentation, keyID: keyID)
        } else {
            return nil
        }
    }

    /// Creates the public key of a key pair.
    ///
    /// - Throws: The errors of the libraries.
    init(of key: SigningKey) throws {
        let pair = try _RSA.Signing.PrivateKey(pemRepresentation: key.privateKeyPEM)
        self.init(.rs256, pem: pair.publicKey.pemRepresentation, der: pair.publicKey.derRepresentation)
    }

    private init(_ algorithm: IdentityKey.Algorithm, pem: String, der: Data, keyID: String? = nil) {
        self.algorithm = algorithm
        self.pem = pem
        self.keyID = keyID
        fingerprint = hexadecimal(SHA256.hash(data: der))
    }
}
