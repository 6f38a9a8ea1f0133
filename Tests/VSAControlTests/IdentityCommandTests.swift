import Crypto
import Foundation
import PrivateSession
import TVWorld
import Testing
import _CryptoExtras

@testable import Administration
@testable import VSAControl

@Suite("identity-token and identity-key")
struct IdentityCommandTests {
    private let plain = Style(isColoured: false)
    private let token = IdentityTokenResource(
        kind: "platform", issuer: "https://platform.example", subject: "owner-7", header: "Adobe-Subject-Token",
        token: "eyJh.eyJp.AAAA", issuedAt: 1_772_388_000, expiresAt: 1_772_391_600)

    @Test(
        "the members of the call are the given options",
        arguments: [
            ("", #"{"kind":"platform","subject":"owner-7"}"#),
            (
                "--issuer https://i.example --lifetime 2h --audience other",
                #"{"kind":"platform","subject":"owner-7","issuer":"https://i.example","audience":"other","lifetime":7200}"#
            ),
            ("--expired", #"{"kind":"platform","subject":"owner-7","lifetime":-60}"#),
            ("--tampered --header", #"{"kind":"platform","subject":"owner-7"}"#),
            (
                "--key key.pem --key-id k1 --issuer https://i.example",
                #"{"kind":"platform","subject":"owner-7","issuer":"https://i.example"}"#
            ),
        ])
    func members(_ options: String, _ expected: String) throws {
        let command = try parse("identity-token platform --subject owner-7 \(options)", as: IdentityTokenCommand.Platform.self)
        #expect(JSON.object(command.token.members("platform")).serialized == expected)
    }

    @Test("a tampered token differs in the first character of its signature")
    func tampered() {
        #expect(IdentityTokenOptions.tampered("eyJh.eyJp.AAAA") == "eyJh.eyJp.BAAA")
        #expect(IdentityTokenOptions.tampered("eyJh.eyJp.xAAA") == "eyJh.eyJp.AAAA")
    }

    @Test("a private key signs the claims of the service's token, under the given kid or the key's fingerprint")
    func signed() throws {
        let rsa = try LinkedBackend.current.generateKey()
        let p256 = try LinkedBackend.current.certifyLoopback(validity: 1_772_388_000...1_772_391_600).key
        let rsaKey = try _RSA.Signing.PrivateKey(pemRepresentation: rsa).publicKey
        let p256Key = try P256.Signing.PrivateKey(pemRepresentation: p256).publicKey
        for (key, algorithm, der) in [
            (rsa, "RS256", rsaKey.derRepresentation), (p256, "ES256", p256Key.derRepresentation),
        ] {
            // Like the service's for a key without a kid.
            let fingerprint = SHA256.hash(data: der).map { String(format: "%02x", $0) }.joined()
            for keyID in ["k1", nil] {
                let signed = try #require(try LinkedBackend.current.sign("eyJh.eyJp.AAAA", key: key, keyID: keyID))
                let parts = signed.split(separator: ".").map(String.init)
                try #require(parts.count == 3 && parts[1] == "eyJp", "\(signed)")
                let header = try JSON(parsing: decoded(parts[0]))
                #expect(header["alg"]?.text == algorithm && header["typ"]?.text == "JWT", "\(header)")
                #expect(header["kid"]?.text == (keyID ?? fingerprint))
                let content = Data("\(parts[0]).\(parts[1])".utf8)
                let signature = decoded(parts[2])
                let isValid: Bool
                if algorithm == "RS256" {
                    isValid = rsaKey.isValidSignature(
                        _RSA.Signing.RSASignature(rawRepresentation: signature), for: content, padding: .insecurePKCS1v1_5)
                } else {
                    isValid = try p256Key.isValidSignature(
                        P256.Signing.ECDSASignature(rawRepresentation: signature), for: content)
                }
                #expect(isValid, "\(signed)")
            }
        }
    }

    /// The bytes of Base64 for URLs.
    private func decoded(_ text: String) -> Data {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)) ?? Data()
    }

    @Test("a file without a private key is rejected with the name of the option; a missing one, with its own name")
    func unusableKeys() throws {
        let folder = try TemporaryFolder.create()
        defer { folder.remove() }
        let file = try folder.write("-----BEGIN PUBLIC KEY-----\n", to: "key.pem")
        func failure(_ file: String) -> Failure? {
            let line = "identity-token service --subject u --issuer https://i.example --key \(file)"
            do {
                _ = try parse(line, as: IdentityTokenCommand.Service.self).token.signed("eyJh.eyJp.AAAA")
                return nil
            } catch {
                return error as? Failure
            }
        }
        #expect(
            failure(file)
                == Failure(.invalidData, "--key takes a private key in PEM: RSA with at least 2048 bits, or P-256"))
        #expect(failure(file + ".old")?.status == .notFound)
    }

    @Test("a token of the service that is not a JWT is not blamed on the key")
    func unusableToken() {
        #expect(throws: Failure(.failed, "the service's token does not have three parts")) {
            _ = try LinkedBackend.current.sign("eyJh.eyJp", key: "", keyID: nil)
        }
    }

    @Test("the text is only the token, or the header; the document has the times as dates")
    func tokenReport() {
        #expect(token.record(isHeader: false).text(plain) == "eyJh.eyJp.AAAA")
        #expect(token.record(isHeader: true).text(plain) == "Adobe-Subject-Token: eyJh.eyJp.AAAA")
        #expect(
            token.record(isHeader: false).document.serialized
                == #"{"schema":1,"identityToken":{"kind":"platform","issuer":"https://platform.example","subject":"owner-7","#
                + #""header":"Adobe-Subject-Token","token":"eyJh.eyJp.AAAA","issuedAt":"2026-03-01T18:00:00Z","#
                + #""expiresAt":"2026-03-01T19:00:00Z"}}"#)
    }

    @Test("keys are a table; a generated private key is printed alone")
    func keys() {
        var key = IdentityKeyResource(
            id: "6f1e", kind: "service", requestor: "REF30", kid: "k1", issuer: "https://accounts.example", algorithm: "RS256",
            publicKey: "PUBLIC", createdAt: 1_772_388_000_000)
        #expect(
            Report([key]).text(plain) == """
                ID    KIND     REQUESTOR  ISSUER                    KID  ALGORITHM  ADDED
                6f1e  service  REF30      https://accounts.example  k1   RS256      2026-03-01T18:00:00Z
                """)
        #expect(key.record.text(plain) == Report([key]).text(plain))
        key.privateKey = "PRIVATE\n"
        #expect(key.record.text(plain) == "PRIVATE")
    }
}
