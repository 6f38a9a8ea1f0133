/// The policy's checks of an assertion, each on a signed field.
extension ResponsePolicy {
    func read(_ node: XMLNode, inResponseTo: String?) throws(SAMLError) -> Assertion {
        try node.require("Assertion", Namespace.assertionElements)
        try node.requireVersion(skipping: skipping)
        let issuer = try node.element("Issuer", Namespace.assertionElements).requiredText()
        try checkIssuer(issuer)
        try checkIssueInstant(try node.requiredTime("IssueInstant"))
        let subject = try node.element("Subject", Namespace.assertionElements)
        let name = try subject.subjectName()
        let confirmation = try checkConfirmation(of: subject, inResponseTo: inResponseTo)
        let conditions = try node.element("Conditions", Namespace.assertionElements)
        let (notBefore, notOnOrAfter) = try checkTimes(conditions)
        let statement = try node.element("AuthnStatement", Namespace.assertionElements)
        let sessionEnd = try statement.time("SessionNotOnOrAfter")
        if let sessionEnd, isOver(sessionEnd), !skipping.contains(.sessionExpiry) {
            throw SAMLError(.expired, "the session ended at SessionNotOnOrAfter, with \(skew) s of skew")
        }
        return Assertion(
            id: try node.identifier("ID"), issuer: issuer, subjectNameID: name.id, nameQualifier: name.qualifier,
            nameIDFormat: name.format, sessionIndex: statement.attribute("SessionIndex") ?? "",
            authnInstant: try statement.requiredTime("AuthnInstant"),
            notBefore: notBefore, notOnOrAfter: notOnOrAfter, sessionNotOnOrAfter: sessionEnd,
            audience: try checkAudience(conditions), attributes: try Attribute.read(from: node), recipient: confirmation)
    }

    /// Checks the bearer confirmation (SAML profiles, section 4.1.4.2); returns its recipient.
    private func checkConfirmation(of subject: XMLNode, inResponseTo: String?) throws(SAMLError) -> String? {
        let confirmation = try subject.element("SubjectConfirmation", Namespace.assertionElements)
        if confirmation.attribute("Method") != Assertion.bearer, !skipping.contains(.confirmationMethod) {
            throw SAMLError(.unsupportedConfirmation, "SubjectConfirmation Method: \(Assertion.bearer)")
        }
        let data = try confirmation.element("SubjectConfirmationData", Namespace.assertionElements)
        let recipient = data.attribute("Recipient")
        if !expectedRecipient.isSame(as: recipient), !skipping.contains(.recipient) {
            throw SAMLError(.wrongRecipient, "Recipient: \(expectedRecipient); found \(recipient ?? "none")")
        }
        if data.attribute("InResponseTo") != inResponseTo, !skipping.contains(.sameRequest) {
            throw SAMLError(.mismatchedInResponseTo, "Response and SubjectConfirmationData name different requests")
        }
        if let start = try data.time("NotBefore"), isFuture(start), !skipping.contains(.notBefore) {
            throw SAMLError(.notYetValid, "the confirmation's NotBefore is in the future by more than \(skew) s")
        }
        if isOver(try data.requiredTime("NotOnOrAfter")), !skipping.contains(.confirmationExpiry) {
            throw SAMLError(.expired, "the confirmation ended at NotOnOrAfter, with \(skew) s of skew")
        }
        return recipient
    }

    private func checkTimes(_ conditions: XMLNode) throws(SAMLError) -> (notBefore: Int64, notOnOrAfter: Int64) {
        let known = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]
        if !skipping.contains(.knownConditions),
            let other = conditions.elements.first(where: { node in
                !known.contains { node.is($0, Namespace.assertionElements) }
            })
        {
            throw SAMLError(.unsupportedCondition, "Conditions: \(known.joined(separator: ", ")); found \(other.name)")
        }
        let notBefore = try conditions.requiredTime("NotBefore")
        let notOnOrAfter = try conditions.requiredTime("NotOnOrAfter")
        if isFuture(notBefore), !skipping.contains(.notBefore) {
            throw SAMLError(.notYetValid, "NotBefore is in the future by more than \(skew) s")
        }
        if isOver(notOnOrAfter), !skipping.contains(.notOnOrAfter) {
            throw SAMLError(.expired, "the assertion ended at NotOnOrAfter, with \(skew) s of skew")
        }
        return (notBefore, notOnOrAfter)
    }

    /// Checks that every restriction names the service.
    private func checkAudience(_ conditions: XMLNode) throws(SAMLError) -> String? {
        let restrictions = conditions.elements("AudienceRestriction", Namespace.assertionElements)
        var first: String?
        var isMeant = !restrictions.isEmpty
        for restriction in restrictions {
            let names = try restriction.requiredTexts("Audience", Namespace.assertionElements)
            isMeant = isMeant && names.contains(where: expectedAudience.isSame)
            first = first ?? names.first
        }
        guard isMeant || skipping.contains(.audience) else {
            throw SAMLError(.wrongAudience, "Audience: \(expectedAudience); found \(first ?? "none")")
        }
        return isMeant ? expectedAudience : first
    }
}

extension Attribute {
    fileprivate static func read(from assertion: XMLNode) throws(SAMLError) -> [Attribute] {
        var attributes: [Attribute] = []
        for statement in assertion.elements("AttributeStatement", Namespace.assertionElements) {
            for node in statement.elements("Attribute", Namespace.assertionElements) {
                var values: [String] = []
                for value in node.elements("AttributeValue", Namespace.assertionElements) { values.append(try value.text()) }
                attributes.append(Attribute(name: try node.requiredAttribute("Name"), values: values))
            }
        }
        return attributes
    }
}
