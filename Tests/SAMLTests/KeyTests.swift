import SAML
import Testing

@Suite("Keys and certificates")
struct KeyTests {
    @Test("a key survives PEM encoding")
    func roundTrip() throws {
        let key = try SigningKey(pem: Fixture.providerKey.pem)
        #expect(key.certificate == Fixture.providerKey.certificate)
        #expect(try key.pem == Fixture.providerKey.pem)
        _ = try Fixture.verify(try Fixture.response().signed(with: key))
    }

    @Test("a certificate survives both encodings")
    func certificateRoundTrip() throws {
        let certificate = Fixture.providerKey.certificate
        #expect(try Certificate(pem: certificate.pem) == certificate)
        #expect(try Certificate(derBase64: certificate.derBase64) == certificate)
        var lines = ""
        for (index, character) in certificate.derBase64.enumerated() {
            if index % 64 == 0 { lines += "\n" }
            lines.append(character)
        }
        #expect(try Certificate(derBase64: lines + "\n") == certificate)
        #expect(certificate != Fixture.strangerKey.certificate)
        #expect(Set([certificate, try Certificate(pem: certificate.pem)]).count == 1)
    }

    @Test("two keys differ")
    func keysDiffer() throws {
        #expect(Fixture.providerKey.certificate != Fixture.serviceKey.certificate)
        #expect(try Fixture.providerKey.pem != Fixture.serviceKey.pem)
    }

    @Test("a key with another's certificate is rejected")
    func mismatch() throws {
        let ownCertificate = Fixture.providerKey.certificate.pem
        let mixed = try Fixture.providerKey.pem.replacingFirst(ownCertificate, with: Fixture.strangerKey.certificate.pem)
        #expect(throws: SAMLError(.invalidKey, "")) { try SigningKey(pem: mixed) }
    }

    @Test(
        "what is not a key is rejected", arguments: ["", "key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
    func noKey(text: String) {
        #expect(throws: SAMLError(.invalidKey, "")) { try SigningKey(pem: text) }
        #expect(throws: SAMLError(.invalidCertificate, "")) { try Certificate(pem: text) }
        #expect(throws: SAMLError(.invalidCertificate, "")) { try Certificate(derBase64: text) }
    }

    @Test("a private key without certificate is rejected")
    func noCertificate() throws {
        let text = try Fixture.providerKey.pem.replacingFirst(Fixture.providerKey.certificate.pem, with: "")
        #expect(throws: SAMLError(.invalidCertificate, "")) { try SigningKey(pem: text) }
    }

    @Test("other keys than RSA with 2048 bits are rejected", arguments: [WeakCertificate.rsa1024, WeakCertificate.ecdsa])
    func weakCertificate(text: String) {
        #expect(throws: SAMLError(.invalidCertificate, "")) { try Certificate(derBase64: text) }
    }

    @Test("bytes after a certificate are rejected")
    func trailingBytes() throws {
        let bytes = try #require(Base64.decode(Fixture.providerKey.certificate.derBase64))
        #expect(throws: SAMLError.self) { try Certificate(derBase64: Base64.encode(bytes + [0])) }
    }

    @Test(
        "invalid fields of a certificate are rejected",
        arguments: [("", 1, 0), ("a", 0, 0), ("a", .max, 1), ("a\u{0}", 1, 0), ("a", -5, 0)])
    func impossibleCertificate(name: String, validity: Int64, now: Int64) {
        #expect(throws: SAMLError(.invalidField, "")) {
            try SigningKey.generate(commonName: name, validity: validity, now: now)
        }
    }

    @Test("a name of 64 characters fits, one of 65 does not")
    func longestName() throws {
        _ = try SigningKey.generate(commonName: String(repeating: "é", count: 64), now: Fixture.now)
        #expect(throws: SAMLError.self) {
            try SigningKey.generate(commonName: String(repeating: "é", count: 65), now: Fixture.now)
        }
    }

    @Test("descriptions contain no key material")
    func descriptions() {
        #expect(!"\(Fixture.providerKey)".contains("PRIVATE"))
        #expect("\(Fixture.providerKey.certificate)".utf8.count < 40)
    }
}
