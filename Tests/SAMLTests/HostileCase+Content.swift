@_spi(Testing) import SAML

extension HostileCase {
    /// Signed by the provider, yet not what the policy allows. The skew is 60 seconds: each time is one second beyond it.
    static let ofContent: [HostileCase] = [
        HostileCase("version 1.1", .version, .unsupportedVersion) {
            try Hostile.signed(replacing: #"Version="2.0""#, with: #"Version="1.1""#)
        },
        HostileCase("refused, yet with an assertion", .status, .statusNotSuccess) {
            try Hostile.signed { $0.status = .failure(code: ResponseStatus.responderCode) }
        },
        HostileCase("another destination", .destination, .wrongDestination) {
            try Hostile.signed {
                $0.destination = "https://other.example/acs"
                $0.assertion?.recipient = Fixture.consumer
            }
        },
        HostileCase("another issuer of the response", .issuer, .wrongIssuer) {
            try Hostile.signed { $0.issuer = "https://beta.example/saml/metadata" }
        },
        HostileCase("another issuer of the assertion", .issuer, .wrongIssuer) {
            try Hostile.signed { $0.assertion?.issuer = "https://beta.example/saml/metadata" }
        },
        HostileCase("made in the future", .issueInstant, .notYetValid) {
            try Hostile.signed { $0.issueInstant = Fixture.now + 61 }
        },
        HostileCase("unsolicited", .inResponseTo, .missingInResponseTo) { try Hostile.signed { $0.inResponseTo = nil } },
        HostileCase("unknown request", .knownRequest, .unknownInResponseTo) {
            try Hostile.signed { $0.inResponseTo = "_never" }
        },
        HostileCase("request answered before", .unusedRequest, .reusedInResponseTo) {
            try Hostile.signed { $0.inResponseTo = Fixture.usedRequest }
        },
        HostileCase("assertion for another request", .sameRequest, .mismatchedInResponseTo) {
            try Hostile.signed(
                replacing: #"SubjectConfirmationData InResponseTo="_request""#,
                with: #"SubjectConfirmationData InResponseTo="_used""#)
        },
        HostileCase("holder of key", .confirmationMethod, .unsupportedConfirmation) {
            try Hostile.signed(replacing: "cm:bearer", with: "cm:holder-of-key")
        },
        HostileCase("another recipient", .recipient, .wrongRecipient) {
            try Hostile.signed { $0.assertion?.recipient = "https://other.example/acs" }
        },
        HostileCase("confirmation over", .confirmationExpiry, .expired) {
            try Hostile.signed(
                replacing: #"InResponseTo="_request" NotOnOrAfter="2027-01-15T08:05:00Z""#,
                with: #"InResponseTo="_request" NotOnOrAfter="2027-01-15T07:59:00Z""#)
        },
        HostileCase("unknown condition", .knownConditions, .unsupportedCondition) {
            try Hostile.signed(replacing: "</saml:Conditions>", with: "<saml:Condition/></saml:Conditions>")
        },
        HostileCase("not yet valid", .notBefore, .notYetValid) {
            try Hostile.signed { $0.assertion?.notBefore = Fixture.now + 61 }
        },
        HostileCase("confirmation not yet valid", .notBefore, .notYetValid) {
            try Hostile.signed(
                replacing: "<saml:SubjectConfirmationData ",
                with: #"<saml:SubjectConfirmationData NotBefore="2027-01-15T08:01:01Z" "#)
        },
        HostileCase("over", .notOnOrAfter, .expired) {
            try Hostile.signed(
                replacing: #"NotBefore="2027-01-15T08:00:00Z" NotOnOrAfter="2027-01-15T08:05:00Z""#,
                with: #"NotBefore="2027-01-15T07:00:00Z" NotOnOrAfter="2027-01-15T07:59:00Z""#)
        },
        HostileCase("session over", .sessionExpiry, .expired) {
            try Hostile.signed { $0.assertion?.sessionNotOnOrAfter = Fixture.now - 60 }
        },
        HostileCase("another audience", .audience, .wrongAudience) {
            try Hostile.signed { $0.assertion?.audience = "https://other.example" }
        },
        HostileCase("no audience", .audience, .wrongAudience) { try Hostile.signed { $0.assertion?.audience = nil } },
    ]

    static let ofResponses = ofText + ofSignature + ofContent

    /// Requests go through the same checks; these are their own, and some of the shared ones.
    static let ofRequests: [HostileCase] = [
        HostileCase("no signature", .signaturePresence, .unsigned) {
            let template = try Hostile.requestTemplate()
            return template.without(template.firstSignature)
        },
        HostileCase("RSA-SHA1", .signatureAlgorithm, .weakAlgorithm) {
            try SignatureWriter.sign(
                Hostile.requestTemplate().replacingFirst(
                    Hostile.rsaSHA256, with: "http://www.w3.org/2000/09/xmldsig#rsa-sha1"),
                with: Fixture.serviceKey)
        },
        HostileCase("fresh key with its own certificate", .embeddedCertificate, .untrustedCertificate) {
            try Fixture.request().signed(with: Fixture.strangerKey)
        },
        HostileCase("requester changed", .digest, .badSignature) {
            try Hostile.signedRequest().replacingFirst("REF30", with: "REF60")
        },
        HostileCase("comment in a requester", .comments, .commentForbidden) {
            try Hostile.signedRequest().replacingFirst("REF30", with: "REF<!-- -->30")
        },
        HostileCase("version 1.1", .version, .unsupportedVersion) {
            try SignatureWriter.sign(
                Hostile.requestTemplate().replacingFirst(#"Version="2.0""#, with: #"Version="1.1""#),
                with: Fixture.serviceKey)
        },
        HostileCase("another destination", .destination, .wrongDestination) {
            try Hostile.signedRequest { $0.destination = "https://beta.example/saml/sso" }
        },
        HostileCase("another issuer", .issuer, .wrongIssuer) {
            try Hostile.signedRequest { $0.issuer = "https://other.example" }
        },
        HostileCase("made in the future", .issueInstant, .notYetValid) {
            try Hostile.signedRequest { $0.issueInstant = Fixture.now + 61 }
        },
        HostileCase("made too long ago", .age, .tooOld) { try Hostile.signedRequest { $0.issueInstant = Fixture.now - 361 } },
    ]
}
