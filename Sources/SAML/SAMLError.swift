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
    /// A reason for a rejection. The list is open: switch with a default.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: String

        /// Creates a reason by name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }
}

/// Rejections of the text, before anything in it is trusted.
extension SAMLError.Code {
    /// A message of more than 64 KiB (``SAMLLimits/maximumSize``), or metadata of more than 256 KiB.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The bytes are not UTF-8.
    public static let invalidEncoding = Self(rawValue: "invalidEncoding")
    /// Not well-formed XML.
    public static let notXML = Self(rawValue: "notXML")
    /// A document type or an entity: never necessary in SAML, and often an attack.
    public static let documentTypeForbidden = Self(rawValue: "documentTypeForbidden")
    /// An element with more attributes than ``SAMLLimits/maximumAttributes``, including namespace declarations.
    public static let tooManyAttributes = Self(rawValue: "tooManyAttributes")
    /// Elements nested deeper than ``SAMLLimits/maximumDepth``.
    public static let tooDeep = Self(rawValue: "tooDeep")
    /// A comment or processing instruction: canonicalization drops comments, so `ali<!-- -->ce` would still verify.
    public static let commentForbidden = Self(rawValue: "commentForbidden")
    /// The root is not the expected element.
    public static let wrongElement = Self(rawValue: "wrongElement")
    /// Two elements have the same identifier, so a reference would be ambiguous.
    public static let duplicateIdentifier = Self(rawValue: "duplicateIdentifier")
}

/// Rejections of the signature.
extension SAMLError.Code {
    /// An element that must be signed has no signature.
    public static let unsigned = Self(rawValue: "unsigned")
    /// More than one signature, or more than one reference in it.
    public static let severalSignatures = Self(rawValue: "severalSignatures")
    /// The signature contains an unexpected part, or lacks a required one.
    public static let malformedSignature = Self(rawValue: "malformedSignature")
    /// The signature covers an element other than the one being read, or is in another place: signature wrapping.
    public static let signatureCoversOther = Self(rawValue: "signatureCoversOther")
    /// A signature or digest algorithm other than RSA-SHA256 and SHA-256: SHA-1, HMAC with a public key.
    public static let weakAlgorithm = Self(rawValue: "weakAlgorithm")
    /// A transform other than enveloped-signature and exclusive canonicalization: XSLT, XPath, inclusive canonicalization.
    public static let forbiddenTransform = Self(rawValue: "forbiddenTransform")
    /// The signature contains a certificate that is not trusted.
    public static let untrustedCertificate = Self(rawValue: "untrustedCertificate")
    /// The signature contains no certificate, and no trusted one verifies it.
    public static let unknownKey = Self(rawValue: "unknownKey")
    /// The content was changed after it was signed.
    public static let badSignature = Self(rawValue: "badSignature")
}

/// Rejections of a verified document's content.
extension SAMLError.Code {
    /// A version other than SAML 2.0.
    public static let unsupportedVersion = Self(rawValue: "unsupportedVersion")
    /// An element or attribute is missing; the detail names it.
    public static let missingField = Self(rawValue: "missingField")
    /// A value cannot be read or written; the detail contains its name and what is accepted.
    public static let invalidField = Self(rawValue: "invalidField")
    /// More than one assertion.
    public static let severalAssertions = Self(rawValue: "severalAssertions")
    /// An encrypted assertion, which this module does not support.
    public static let encryptedAssertion = Self(rawValue: "encryptedAssertion")
    /// The status is not success, although success is required or there is an assertion.
    public static let statusNotSuccess = Self(rawValue: "statusNotSuccess")
    /// Issued by an entity other than the expected one.
    public static let wrongIssuer = Self(rawValue: "wrongIssuer")
    /// For another audience.
    public static let wrongAudience = Self(rawValue: "wrongAudience")
    /// For another assertion consumer service.
    public static let wrongRecipient = Self(rawValue: "wrongRecipient")
    /// Sent to another address.
    public static let wrongDestination = Self(rawValue: "wrongDestination")
    /// The subject is confirmed by a method other than bearer.
    public static let unsupportedConfirmation = Self(rawValue: "unsupportedConfirmation")
    /// A condition that this module does not know and therefore cannot fulfil.
    public static let unsupportedCondition = Self(rawValue: "unsupportedCondition")
    /// The response refers to no request.
    public static let missingInResponseTo = Self(rawValue: "missingInResponseTo")
    /// The response refers to a request that was never sent.
    public static let unknownInResponseTo = Self(rawValue: "unknownInResponseTo")
    /// The response refers to a request that has already been answered: a replay.
    public static let reusedInResponseTo = Self(rawValue: "reusedInResponseTo")
    /// The response and its assertion refer to different requests.
    public static let mismatchedInResponseTo = Self(rawValue: "mismatchedInResponseTo")
    /// Not valid yet, even allowing for the skew.
    public static let notYetValid = Self(rawValue: "notYetValid")
    /// Expired, even allowing for the skew.
    public static let expired = Self(rawValue: "expired")
    /// Issued longer ago than the policy allows.
    public static let tooOld = Self(rawValue: "tooOld")
}

/// Rejections of keys, certificates and metadata.
extension SAMLError.Code {
    /// Not a private RSA key of at least 2048 bits, or not that of its certificate.
    public static let invalidKey = Self(rawValue: "invalidKey")
    /// Not an X.509 certificate with an RSA key of at least 2048 bits.
    public static let invalidCertificate = Self(rawValue: "invalidCertificate")
    /// Not an EntityDescriptor with one role and its certificates.
    public static let invalidMetadata = Self(rawValue: "invalidMetadata")
    /// Signing failed in an underlying library.
    public static let signingFailed = Self(rawValue: "signingFailed")
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
