import CXMLSec
import Dates

/// Signing: a document is written with empty signature templates, which xmlsec then fills in.
@_spi(Testing) public enum SignatureWriter {
    /// Returns the template of an enveloped RSA-SHA256 signature with exclusive canonicalization, for the element with this
    /// identifier.
    static func template(covering identifier: String, certificate: Certificate) -> String {
        """
        <ds:Signature xmlns:ds="\(Namespace.signature)"><ds:SignedInfo>\
        <ds:CanonicalizationMethod Algorithm="\(Algorithm.exclusiveCanonicalization)"/>\
        <ds:SignatureMethod Algorithm="\(Algorithm.rsaSHA256)"/><ds:Reference URI="#\(identifier)"><ds:Transforms>\
        <ds:Transform Algorithm="\(Algorithm.envelopedSignature)"/>\
        <ds:Transform Algorithm="\(Algorithm.exclusiveCanonicalization)"/></ds:Transforms>\
        <ds:DigestMethod Algorithm="\(Algorithm.sha256)"/><ds:DigestValue></ds:DigestValue></ds:Reference></ds:SignedInfo>\
        <ds:SignatureValue></ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate.derBase64)\
        </ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>
        """
    }

    /// Fills in every empty template of a document, the innermost first. The XML has no line breaks and no runs of white space.
    public static func sign(_ document: String, with key: SigningKey) throws(SAMLError) -> String {
        let signed = try XMLSecurity.bytes(orThrow: .signingFailed) {
            cxs_sign(document, document.utf8.count, key.key.pointer, &$0)
        }
        return XMLText.withoutWhitespaceRuns(String(decoding: signed, as: UTF8.self))
    }
}

/// The fields of a document to be written.
enum FieldWriter {
    /// Returns the escaped field, provided that XML can represent it.
    static func text(_ value: String, _ field: String) throws(SAMLError) -> String {
        guard XMLText.isLegal(value) else { throw SAMLError(.invalidField, "\(field): no control characters") }
        return XMLText.escape(value)
    }

    /// Returns the escaped field, which must not be empty, provided that XML can represent it.
    static func requiredText(_ value: String, _ field: String) throws(SAMLError) -> String {
        guard !value.isEmpty else { throw SAMLError(.missingField, "\(field) is empty") }
        return try text(value, field)
    }

    /// Returns the identifier, provided that a reference can contain it.
    static func identifier(_ value: String, _ field: String) throws(SAMLError) -> String {
        guard XMLText.isIdentifier(value) else {
            throw SAMLError(.invalidField, "\(field): a letter or _, then letters, digits, _ - and .")
        }
        return value
    }

    /// Returns the time in UTC.
    static func time(_ value: Int64, _ field: String) throws(SAMLError) -> String {
        guard let text = XMLDateTime.text(value) else { throw SAMLError(.invalidField, "\(field): a year from 1 to 9999") }
        return text
    }

    /// Returns the beginning of a message's start tag: the namespaces, and the attributes that all messages have.
    static func startTag(
        _ name: String, id: String, issueInstant: Int64, destination: String?
    ) throws(SAMLError) -> String {
        """
        <samlp:\(name) xmlns:samlp="\(Namespace.protocolElements)" xmlns:saml="\(Namespace.assertionElements)" \
        ID="\(try identifier(id, "id"))" Version="2.0" IssueInstant="\(try time(issueInstant, "issueInstant"))"\
        \(try attribute("Destination", destination, "destination"))
        """
    }

    /// Returns ` name="value"`, or an empty string for nil.
    static func attribute(_ name: String, _ value: String?, _ field: String) throws(SAMLError) -> String {
        guard let value else { return "" }
        return " \(name)=\"\(try requiredText(value, field))\""
    }
}
