import Crypto
@_spi(Testing) import SAML

/// The old trick against libraries that take the algorithm from the document: HMAC with the provider's public certificate as the
/// secret, computed correctly.
enum ForgedHMAC {
    static func response() throws -> String {
        let method = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"
        let signed = try Hostile.signed()
        let original = signed.part(from: "<ds:SignatureValue>", to: "</ds:SignatureValue>")
        let forged = signed.replacingFirst(Hostile.rsaSHA256, with: method)
        let information = forged.part(from: "<ds:SignedInfo>", to: "</ds:SignedInfo>")
        let value = HMAC<SHA256>.authenticationCode(
            for: Array(canonical(information).utf8),
            using: SymmetricKey(data: Array(Fixture.providerKey.certificate.pem.utf8)))
        return forged.replacingFirst(original, with: "<ds:SignatureValue>\(Base64.encode(Array(value)))</ds:SignatureValue>")
    }

    /// Exclusive canonicalization of a SignedInfo without white space: its namespace, and end tags for empty elements.
    private static func canonical(_ text: String) -> String {
        var text = text.replacingFirst("<ds:SignedInfo>", with: #"<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">"#)
        for name in ["CanonicalizationMethod", "SignatureMethod", "Transform", "DigestMethod"] {
            text.replace("<ds:\(name) ", with: "<ds:\(name)\u{1}")
            text = text.split(separator: "<ds:\(name)\u{1}", omittingEmptySubsequences: false).enumerated().map { index, part in
                index == 0 ? String(part) : "<ds:\(name) " + String(part).replacingFirst("/>", with: "></ds:\(name)>")
            }.joined()
        }
        return text
    }
}
