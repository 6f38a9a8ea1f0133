import CXMLSec
import Dates

/// Access to fields, with errors that contain their names.
extension XMLNode {
    /// Requires that this is an element of SAML 2.0 with a name.
    func require(_ name: String, _ namespace: String) throws(SAMLError) {
        guard self.is(name, namespace) else {
            throw SAMLError(.wrongElement, "expected a SAML 2.0 \(name), found \(self.name)")
        }
    }

    /// Requires the version of SAML 2.0.
    func requireVersion(skipping: Set<Check> = []) throws(SAMLError) {
        if attribute("Version") != "2.0", !skipping.contains(.version) {
            throw SAMLError(.unsupportedVersion, "\(name) Version: 2.0")
        }
    }

    /// Returns the only child element with a name, or nil.
    func optionalElement(_ name: String, _ namespace: String) throws(SAMLError) -> XMLNode? {
        let found = elements(name, namespace)
        guard found.count <= 1 else { throw SAMLError(.invalidField, "\(self.name): more than one \(name)") }
        return found.first
    }

    /// Returns the only child element with a name.
    func element(_ name: String, _ namespace: String) throws(SAMLError) -> XMLNode {
        guard let found = try optionalElement(name, namespace) else {
            throw SAMLError(.missingField, "\(self.name) has no \(name)")
        }
        return found
    }

    /// Returns the attribute's value, which must not be empty.
    func requiredAttribute(_ attributeName: String) throws(SAMLError) -> String {
        guard let value = attribute(attributeName), !value.isEmpty else {
            throw SAMLError(.missingField, "\(name) has no \(attributeName)")
        }
        return value
    }

    /// Returns the attribute as an identifier.
    func identifier(_ attributeName: String) throws(SAMLError) -> String {
        let value = try requiredAttribute(attributeName)
        guard XMLText.isIdentifier(value) else {
            throw SAMLError(.invalidField, "\(name) \(attributeName): a letter or _, then letters, digits, _ - and .")
        }
        return value
    }

    /// Returns the attribute as a Unix time, or nil if there is none.
    func time(_ attributeName: String) throws(SAMLError) -> Int64? {
        guard let value = attribute(attributeName) else { return nil }
        guard let seconds = XMLDateTime.seconds(value) else {
            throw SAMLError(.invalidField, "\(name) \(attributeName): a time in UTC such as 2026-01-02T03:04:05Z")
        }
        return seconds
    }

    /// Returns the attribute as a Unix time.
    func requiredTime(_ attributeName: String) throws(SAMLError) -> Int64 {
        guard let seconds = try time(attributeName) else {
            throw SAMLError(.missingField, "\(name) has no \(attributeName)")
        }
        return seconds
    }

    /// Returns the attribute as an `xs:boolean`, or false if there is none.
    func flag(_ attributeName: String) throws(SAMLError) -> Bool {
        switch attribute(attributeName) {
        case nil, "false", "0": return false
        case "true", "1": return true
        default: throw SAMLError(.invalidField, "\(name) \(attributeName): true or false")
        }
    }

    /// Returns the text of an element that contains only text.
    func text() throws(SAMLError) -> String {
        var text = ""
        var next = firstChild
        while let node = next {
            guard let content = cxs_node_content(node.pointer) else {
                throw SAMLError(.invalidField, "\(name) must contain only text")
            }
            text += String(cString: content)
            next = node.nextSibling
        }
        return text
    }

    /// Returns the text without leading and trailing white space, which must not be empty.
    func requiredText() throws(SAMLError) -> String {
        let trimmed = try text().trimmingXMLWhitespace()
        guard !trimmed.isEmpty else { throw SAMLError(.missingField, "\(name) is empty") }
        return trimmed
    }

    /// Returns the texts of the child elements with a name, which must not be empty.
    func requiredTexts(_ name: String, _ namespace: String) throws(SAMLError) -> [String] {
        try elements(name, namespace).map { (node) throws(SAMLError) in try node.requiredText() }
    }

    /// Returns the name of a subject, the provider whose users it identifies, and its format.
    func subjectName() throws(SAMLError) -> (id: String, qualifier: String?, format: String) {
        let node = try element("NameID", Namespace.assertionElements)
        // White space is part of a name: if it were trimmed, two subjects could become one.
        let id = try node.text()
        guard !id.isEmpty else { throw SAMLError(.missingField, "NameID is empty") }
        return (id, node.attribute("NameQualifier"), node.attribute("Format") ?? NameIDFormat.unspecified)
    }

    /// The contents of the certificates in the `ds:KeyInfo` of a signature or of a party's metadata.
    var certificates: [XMLNode] {
        ["KeyInfo", "X509Data", "X509Certificate"].reduce([self]) { nodes, name in
            nodes.flatMap { $0.elements(name, Namespace.signature) }
        }
    }
}

extension String {
    /// Returns the string without leading and trailing XML white space.
    func trimmingXMLWhitespace() -> String {
        var bytes = self.utf8[...]
        while let first = bytes.first, isXMLWhitespace(first) { bytes.removeFirst() }
        while let last = bytes.last, isXMLWhitespace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
