extension Assertion {
    /// Returns the assertion as part of a response.
    ///
    /// - Parameter signature: The signature template, or an empty string.
    func xml(in response: Response, signature: String) throws(SAMLError) -> String {
        """
        <saml:Assertion xmlns:saml="\(Namespace.assertionElements)" ID="\(try FieldWriter.identifier(id, "assertion id"))" \
        Version="2.0" IssueInstant="\(try FieldWriter.time(response.issueInstant, "issueInstant"))">\
        <saml:Issuer>\(try FieldWriter.requiredText(issuer, "assertion issuer"))</saml:Issuer>\(signature)\
        \(try subject(in: response))\(try conditions())\(try statement())\(try attributeStatement())</saml:Assertion>
        """
    }

    private func subject(in response: Response) throws(SAMLError) -> String {
        let inResponseTo = try FieldWriter.attribute("InResponseTo", response.inResponseTo, "inResponseTo")
        let recipient = try FieldWriter.attribute("Recipient", recipient ?? response.destination, "recipient")
        let qualifier = try FieldWriter.attribute("NameQualifier", nameQualifier, "nameQualifier")
        return """
            <saml:Subject><saml:NameID Format="\(try FieldWriter.requiredText(nameIDFormat, "nameIDFormat"))"\(qualifier)>\
            \(try FieldWriter.requiredText(subjectNameID, "subjectNameID"))</saml:NameID>\
            <saml:SubjectConfirmation Method="\(Assertion.bearer)"><saml:SubjectConfirmationData\(inResponseTo) \
            NotOnOrAfter="\(try FieldWriter.time(notOnOrAfter, "notOnOrAfter"))"\(recipient)/>\
            </saml:SubjectConfirmation></saml:Subject>
            """
    }

    private func conditions() throws(SAMLError) -> String {
        var restriction = ""
        if let audience {
            let text = try FieldWriter.requiredText(audience, "audience")
            restriction =
                "<saml:AudienceRestriction><saml:Audience>\(text)</saml:Audience></saml:AudienceRestriction>"
        }
        return """
            <saml:Conditions NotBefore="\(try FieldWriter.time(notBefore, "notBefore"))" \
            NotOnOrAfter="\(try FieldWriter.time(notOnOrAfter, "notOnOrAfter"))">\(restriction)</saml:Conditions>
            """
    }

    private func statement() throws(SAMLError) -> String {
        var end = ""
        if let sessionNotOnOrAfter {
            end = " SessionNotOnOrAfter=\"\(try FieldWriter.time(sessionNotOnOrAfter, "sessionNotOnOrAfter"))\""
        }
        return """
            <saml:AuthnStatement AuthnInstant="\(try FieldWriter.time(authnInstant, "authnInstant"))" \
            SessionIndex="\(try FieldWriter.requiredText(sessionIndex, "sessionIndex"))"\(end)><saml:AuthnContext>\
            <saml:AuthnContextClassRef>\(Assertion.passwordContext)</saml:AuthnContextClassRef></saml:AuthnContext>\
            </saml:AuthnStatement>
            """
    }

    private func attributeStatement() throws(SAMLError) -> String {
        guard !attributes.isEmpty else { return "" }
        var text = "<saml:AttributeStatement>"
        for attribute in attributes {
            let name = try FieldWriter.requiredText(attribute.name, "attribute name")
            text += "<saml:Attribute Name=\"\(name)\" NameFormat=\"\(Assertion.basicNameFormat)\">"
            for value in attribute.values {
                text += "<saml:AttributeValue>\(try FieldWriter.text(value, attribute.name))</saml:AttributeValue>"
            }
            text += "</saml:Attribute>"
        }
        return text + "</saml:AttributeStatement>"
    }

    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    private static let passwordContext = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
    private static let basicNameFormat = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
}
