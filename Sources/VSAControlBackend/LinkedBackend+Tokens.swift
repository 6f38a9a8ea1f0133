import Crypto
import Encodings
import Foundation
import TVWorld
import VSAControl
import _CryptoExtras

// Private keys, and JWTs that they sign.
extension LinkedBackend {
    package static func generateKey() throws -> String {
        try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation
    }

    package static func sign(_ token: String, key pem: String, keyID: String?) throws -> String? {
        let parts = token.split(separator: ".")
        guard parts.count == 3 else { throw Failure(.failed, "the service's token does not have three parts") }
        let (algorithm, publicKey): (String, Data)
        let signature: (Data) throws -> Data
        if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
            (algorithm, publicKey) = ("RS256", key.publicKey.derRepresentation)
            signature = { try key.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation }
        } else if let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) {
            (algorithm, publicKey) = ("ES256", key.publicKey.derRepresentation)
            signature = { try key.signature(for: $0).rawRepresentation }
        } else {
            return nil
        }
        let header = JSON.object([
            JSON.Member("alg", .string(algorithm)),
            // By default, the name that the service gives a key without a `kid`.
            JSON.Member("kid", .string(keyID ?? hexadecimal(SHA256.hash(data: publicKey)))),
            JSON.Member("typ", .string("JWT")),
        ])
        let content = "\(base64(Data(header.serialized.utf8))).\(parts[1])"
        return "\(content).\(base64(try signature(Data(content.utf8))))"
    }

    /// Returns data in URL-safe Base64, as used in JWTs.
    private static func base64(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
