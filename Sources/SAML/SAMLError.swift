/// The reason why a SAML document was rejected or could not be created.
///
/// Two errors are equal if their codes are equal, so that callers match the reason and not the wording.
public struct SAMLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The reason; there is one for each kind of rejection.
    public let code: Code
    /// The element or field concerned, and what would have been accepted. It never contains key material.
    public let detail: String

    /// Creates an error with a reason and a human-readable detail.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public static func == (left: SAMLError, right: SAMLError) -> Bool { left.code == right.code }

    public var description: String { "\(code.rawValue): \(detail)" }
}

extension SAMLError {
    /// A reason for a rejection. More may be added: switch with a default.
    public enum Code: String, Hashable, Sendable {
        // Rejections of the text, before anything in it is trusted.

        /// A message of more than 64 KiB (``SAMLLimits/maximumSize``), or metadata of more than 256 KiB.
        case tooLarge
        /// The bytes are not UTF-8.
        case invalidEncoding
        /// Not well-formed XML.
        case notXML
        /// A document type or an entity: never necessary in SAML, and often an attack.
        case documentTypeForbidden
        /// An element with more attributes than ``SAMLLimits/maximumAttributes``, including namespace declarations.
        case tooManyAttributes
        /// Elements nested deeper than ``SAMLLimits/maximumDepth``.
        case tooDeep
        /// A comment or processing instruction: canonicalization drops comments, so `ali<!-- -->ce` would still verify.
        case commentForbidden
        /// The root is not the expected element.
        case wrongElement
        /// Two elements have the same identifier, so a reference would be ambiguous.
        case duplicateIdentifier

        // Rejections of the signature.

        /// An element that must be signed has no signature.
        case unsigned
        /// More than one signature, or more than one reference in it.
        case severalSignatures
        /// The signature contains an unexpected part, or lacks a required one.
        case malformedSignature
        /// The signature covers an element other than the one being read, or is in another place: signature wrapping.
        case signatureCoversOther
        /// A signature or digest algorithm other than RSA-SHA256 and SHA-256: SHA-1, HMAC with a public key.
        case weakAlgorithm
        /// A transform other than enveloped-signature and exclusive canonicalization: XSLT, XPath, inclusive canonicalization.
        case forbiddenTransform
        /// The signature contains a certificate that is not trusted.
        case untrustedCertificate
        /// The signature contains no certificate, and no trusted one verifies it.
        case unknownKey
        /// The content was changed after it was signed.
        case badSignature

        // Rejections of a verified document's content.

        /// A version other than SAML 2.0.
        case unsupportedVersion
        /// An element or attribute is missing; the detail names it.
        case missingField
        /// A value cannot be read or written; the detail contains its name and what is accepted.
        case invalidField
        /// More than one assertion.
        case severalAssertions
        /// An encrypted assertion, which this module does not support.
        case encryptedAssertion
        /// The status is not success, although there is an assertion.
        case statusNotSuccess
        /// Issued by an entity other than the expected one.
        case wrongIssuer
        /// For another audience.
        case wrongAudience
        /// For another assertion consumer service.
        case wrongRecipient
        /// Sent to another address.
        case wrongDestination
        /// The subject is confirmed by a method other than bearer.
        case unsupportedConfirmation
        /// A condition that this module does not know and therefore cannot fulfil.
        case unsupportedCondition
        /// The response refers to no request.
        case missingInResponseTo
        /// The response refers to a request that was never sent.
        case unknownInResponseTo
        /// The response refers to a request that has already been answered: a replay.
        case reusedInResponseTo
        /// The response and its assertion refer to different requests.
        case mismatchedInResponseTo
        /// Not valid yet, even allowing for the skew.
        case notYetValid
        /// Expired, even allowing for the skew.
        case expired
        /// Issued longer ago than the policy allows.
        case tooOld

        // Rejections of keys, certificates and metadata.

        /// Not a private RSA key of at least 2048 bits, or not that of its certificate.
        case invalidKey
        /// Not an X.509 certificate with an RSA key of at least 2048 bits.
        case invalidCertificate
        /// Not an EntityDescriptor with one role and its certificates.
        case invalidMetadata
        /// Signing failed in an underlying library.
        case signingFailed
    }
}

/// The limits of this module.
public enum SAMLLimits {
    /// The maximum size of a message, in bytes: 64 KiB.
    public static let maximumSize = 65_536
    /// The maximum length of a message in Base64: that of the largest message, in lines of 64 characters with two-byte line
    /// breaks.
    public static let maximumEncodedSize = {
        let characters = (maximumSize + 2) / 3 * 4
        return characters + (characters + 63) / 64 * 2
    }()
    /// The maximum size of metadata, in bytes: 256 KiB.
    public static let maximumMetadataSize = 262_144
    /// The maximum number of attributes of an element, including namespace declarations.
    public static let maximumAttributes = 64
    /// The maximum nesting depth of elements.
    public static let maximumDepth = 32
    /// The default clock skew between two parties, in seconds.
    public static let defaultSkew: Int64 = 60
}
