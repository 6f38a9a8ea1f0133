/// The individual checks of a verification, in the order in which they are performed.
///
/// A test build can skip one to prove that it alone rejects its case (`skipping` of the policies, `@_spi(Testing)`). The result
/// always comes from the canonical text that the signature covers: that is not a check and cannot be skipped.
public enum Check: String, CaseIterable, Sendable {
    /// ``SAMLError/Code/tooLarge``.
    case size
    /// ``SAMLError/Code/invalidEncoding``.
    case encoding
    /// ``SAMLError/Code/documentTypeForbidden``.
    case documentType
    /// ``SAMLError/Code/tooManyAttributes``.
    case attributes
    /// ``SAMLError/Code/notXML``; without this check, the parser keeps what it can read of a malformed text.
    case wellFormedness
    /// ``SAMLError/Code/tooDeep``.
    case depth
    /// ``SAMLError/Code/commentForbidden``.
    case comments
    /// ``SAMLError/Code/signatureCoversOther``: only the root and its own assertion are signed.
    case signaturePlacement
    /// ``SAMLError/Code/signatureCoversOther``: the reference names the element that contains the signature.
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
    /// ``SAMLError/Code/forbiddenTransform``: the canonicalization of SignedInfo.
    case canonicalization
    /// ``SAMLError/Code/weakAlgorithm``: the signature's algorithm.
    case signatureAlgorithm
    /// ``SAMLError/Code/weakAlgorithm``: the digest's algorithm.
    case digestAlgorithm
    /// ``SAMLError/Code/forbiddenTransform``: the reference's transforms.
    case transforms
    /// ``SAMLError/Code/untrustedCertificate``; without this check, the certificate in the signature is trusted.
    case embeddedCertificate
    /// ``SAMLError/Code/badSignature``: the content matches the digest.
    case digest
    /// ``SAMLError/Code/badSignature`` or ``SAMLError/Code/unknownKey``: the digest is signed with a trusted key.
    case signatureValue
    /// ``SAMLError/Code/unsupportedVersion``.
    case version
    /// ``SAMLError/Code/statusNotSuccess``.
    case status
    /// ``SAMLError/Code/wrongDestination``.
    case destination
    /// ``SAMLError/Code/wrongIssuer``.
    case issuer
    /// ``SAMLError/Code/notYetValid``: issued in the future.
    case issueInstant
    /// ``SAMLError/Code/tooOld``: a request that was issued too long ago.
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
