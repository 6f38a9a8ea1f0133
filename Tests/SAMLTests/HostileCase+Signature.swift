@_spi(Testing) import SAML

extension HostileCase {
    /// Rejected because of the signature's position or content.
    static let ofSignature: [HostileCase] = [
        HostileCase("signature in an extension", .signaturePlacement, .signatureCoversOther) {
            try Hostile.signed(extensions: Hostile.foreignSignature)
        },
        HostileCase("signed response within another one", .signatureCoverage, .signatureCoversOther) {
            let signed = try Fixture.refusal.signed(with: Fixture.providerKey)
            let original = signed.without(signed.firstSignature)
            let extensions = "<samlp:Extensions>\(original)</samlp:Extensions>"
            return original.replacingFirst(#"ID="_response""#, with: #"ID="_evil""#)
                .replacingFirst("<samlp:Status>", with: signed.firstSignature + extensions + "<samlp:Status>")
        },
        HostileCase("two assertions", .singleAssertion, .severalAssertions) {
            let second = try Hostile.template { $0.assertion = Fixture.assertion(id: "_second") }.firstAssertion
            return try Hostile.signed(replacing: "</samlp:Response>", with: second + "</samlp:Response>")
        },
        HostileCase("identifier used twice", .uniqueIdentifiers, .duplicateIdentifier) {
            try Hostile.signed(extensions: #"<x xmlns="urn:x" ID="_assertion"/>"#)
        },
        HostileCase("no signature", .signaturePresence, .unsigned) { try Fixture.response().unsigned() },
        HostileCase("assertion without signature", .signaturePresence, .unsigned) {
            let assertion = try Hostile.template().firstAssertion
            return try Hostile.signed(replacing: assertion, with: assertion.without(assertion.firstSignature))
        },
        HostileCase("response without signature", .signaturePresence, .unsigned) {
            try Hostile.signedAssertionOnly()
        },
        HostileCase("two signatures", .singleSignature, .severalSignatures) {
            try Hostile.signed(replacing: "<samlp:Status>", with: Hostile.foreignSignature + "<samlp:Status>")
        },
        HostileCase("two references", .singleReference, .severalSignatures) {
            let reference = try Hostile.template().part(from: "<ds:Reference ", to: "</ds:Reference>")
            return try Hostile.signed(replacing: reference, with: reference + reference)
        },
        HostileCase("object in the signature", .signatureLayout, .malformedSignature) {
            try Hostile.signed().replacingFirst("</ds:Signature>", with: "<ds:Object>more</ds:Object></ds:Signature>")
        },
        HostileCase("inclusive canonicalization of SignedInfo", .canonicalization, .forbiddenTransform) {
            try Hostile.signed(
                replacing: "<ds:CanonicalizationMethod \(Hostile.exclusive)/>",
                with: "<ds:CanonicalizationMethod \(Hostile.inclusive)/>")
        },
        HostileCase("RSA-SHA1", .signatureAlgorithm, .weakAlgorithm) {
            try Hostile.signed(replacing: Hostile.rsaSHA256, with: "http://www.w3.org/2000/09/xmldsig#rsa-sha1")
        },
        HostileCase("HMAC with the public key", .signatureAlgorithm, .weakAlgorithm, withoutCheck: .refused(.badSignature)) {
            try ForgedHMAC.response()
        },
        HostileCase("SHA-1 digest", .digestAlgorithm, .weakAlgorithm) {
            try Hostile.signed(
                replacing: "http://www.w3.org/2001/04/xmlenc#sha256", with: "http://www.w3.org/2000/09/xmldsig#sha1")
        },
        HostileCase("inclusive canonicalization", .transforms, .forbiddenTransform) {
            try Hostile.signed(
                replacing: "<ds:Transform \(Hostile.exclusive)/>", with: "<ds:Transform \(Hostile.inclusive)/>")
        },
        HostileCase("XSLT", .transforms, .forbiddenTransform, withoutCheck: .refused(.badSignature)) {
            try Hostile.signed().replacingFirst("</ds:Transforms>", with: styleSheet + "</ds:Transforms>")
        },
        HostileCase("XPath", .transforms, .forbiddenTransform, withoutCheck: .refused(.badSignature)) {
            try Hostile.signed().replacingFirst("</ds:Transforms>", with: expression + "</ds:Transforms>")
        },
        HostileCase("fresh key with its own certificate", .embeddedCertificate, .untrustedCertificate) {
            try Fixture.response().signed(with: Fixture.strangerKey)
        },
        HostileCase("name changed", .digest, .badSignature) {
            try Hostile.signed().replacingFirst(">alice</saml:NameID>", with: ">mallory</saml:NameID>")
        },
        HostileCase("another key, the trusted certificate", .signatureValue, .badSignature) {
            try SignatureWriter.sign(Hostile.template(), with: Fixture.strangerKey)
        },
        HostileCase("another key, no certificate", .signatureValue, .unknownKey) {
            let information = try Hostile.template().part(from: "<ds:KeyInfo>", to: "</ds:KeyInfo>")
            let template = try Hostile.template().without(information).without(information)
            return try SignatureWriter.sign(template, with: Fixture.strangerKey)
        },
    ]

    private static let styleSheet = """
        <ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><xsl:stylesheet version="1.0" \
        xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><x/></xsl:template></xsl:stylesheet>\
        </ds:Transform>
        """
    private static let expression = """
        <ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>true()</ds:XPath></ds:Transform>
        """
}
