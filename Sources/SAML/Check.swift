/// The single checks of a verification, in the order in which they are made.
///
/// A test build can leave one out to prove that it alone refuses its case (`skipping` of the policies, `@_spi(Testing)`).
/// What is read is always the canonical text that the signature covers: that is no check and cannot be left out.
public enum Check: String, CaseIterable, Sendable {
    /// ``SAMLError/Code/tooLarge``.
    case size
    /// ``SAMLError/Code/invalidEncoding``.
    case encoding
    /// ``SAMLError/Code/documentTypeForbidden``.
    case documentType
    /// ``SAMLError/Code/tooManyAttributes``.
    case attributes
    /// ``SAMLError/Code/notXML``; without it the parser keeps what it can read of a broken text.
    case wellFormedness
    /// ``SAMLError/Code/tooDeep``.
    case depth
    /// ``SAMLError/Code/commentForbidden``.
    case comments
    /// ``SAMLError/Code/signatureCoversOther``: no signature but those of the root and of its own assertion.
    case signaturePlacement
    /// ``SAMLError/Code/signatureCoversOther``: the reference names the element that holds the signature.
    case signatureCoverage
    /// ``SAMLError/Code/severalAssertions``.
    case singleAssertion
    /// ``SAMLError/Code/duplicateIdentifier``.
    case uniqueIdentifiers
    /// ``SAMLError/Code/unsigned``.
    case signaturePresence
    /// ``SAMLError/Code/severalSignatures``: one signature for each element.
    case singleSignature
    /// ``SAMLError/Code/severalSignatures``: one reference for each signature.
    case singleReference
    /// ``SAMLError/Code/malformedSignature``.
    case signatureLayout
    /// ``SAMLError/Code/forbiddenTransform``: how SignedInfo is canonicalised.
    case canonicalization
    /// ``SAMLError/Code/weakAlgorithm``: the signature's algorithm.
    case signatureAlgorithm
    /// ``SAMLError/Code/weakAlgorithm``: the digest's algorithm.
    case digestAlgorithm
    /// ``SAMLError/Code/forbiddenTransform``: the reference's transforms.
    case transforms
    /// ``SAMLError/Code/untrustedCertificate``; without it the certificate in the signature is believed.
    case embeddedCertificate
    /// ``SAMLError/Code/badSignature``: the content is what was digested.
    case digest
    /// ``SAMLError/Code/badSignature`` or ``SAMLError/Code/unknownKey``: the digest was signed by a trusted key.
    case signatureValue
    /// ``SAMLError/Code/unsupportedVersion``.
    case version
    /// ``SAMLError/Code/statusNotSuccess``.
    case status
    /// ``SAMLError/Code/wrongDestination``.
    case destination
    /// ``SAMLError/Code/wrongIssuer``.
    case issuer
    /// ``SAMLError/Code/notYetValid``: made in the future.
    case issueInstant
    /// ``SAMLError/Code/tooOld``: a request made too long ago.
    case age
    /// ``SAMLError/Code/missingInResponseTo``.
    case inResponseTo
    /// ``SAMLError/Code/unknownInResponseTo``.
    case knownRequest
    /// ``SAMLError/Code/reusedInResponseTo``.
    case unusedRequest
    /// ``SAMLError/Code/mismatchedInResponseTo``.
    case sameRequest
    /// ``SAMLError/Code/unsupportedConfirmation``.
    case confirmationMethod
    /// ``SAMLError/Code/wrongRecipient``.
    case recipient
    /// ``SAMLError/Code/expired``: the subject's confirmation.
    case confirmationExpiry
    /// ``SAMLError/Code/unsupportedCondition``.
    case knownConditions
    /// ``SAMLError/Code/notYetValid``: the assertion's NotBefore.
    case notBefore
    /// ``SAMLError/Code/expired``: the assertion's NotOnOrAfter.
    case notOnOrAfter
    /// ``SAMLError/Code/expired``: the session's NotOnOrAfter.
    case sessionExpiry
    /// ``SAMLError/Code/wrongAudience``.
    case audience
}
