/// Why a SAML document was refused or could not be made.
///
/// Two errors are equal when their codes are, so that a caller matches the reason and not the wording.
public struct SAMLError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The reason, one for each kind of refusal.
    public let code: Code
    /// The element or field concerned and what would have been accepted. It never holds key material.
    public let detail: String

    /// An error with its reason and a text for people.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public static func == (left: SAMLError, right: SAMLError) -> Bool { left.code == right.code }

    public var description: String { "\(code.rawValue): \(detail)" }
}

extension SAMLError {
    /// A reason for refusal. The list is open: switch with a default.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: String

        /// A reason by name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }
}

/// Refusals of the text, before anything in it is believed.
extension SAMLError.Code {
    /// A message of more than 64 KiB (``SAMLLimits/maximumSize``), or metadata of more than 256 KiB.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The bytes are not UTF-8.
    public static let invalidEncoding = Self(rawValue: "invalidEncoding")
    /// Not well-formed XML.
    public static let notXML = Self(rawValue: "notXML")
    /// A document type or an entity: never needed in SAML, often an attack.
    public static let documentTypeForbidden = Self(rawValue: "documentTypeForbidden")
    /// An element with more attributes than ``SAMLLimits/maximumAttributes``, declarations of namespaces included.
    public static let tooManyAttributes = Self(rawValue: "tooManyAttributes")
    /// Elements nested deeper than ``SAMLLimits/maximumDepth``.
    public static let tooDeep = Self(rawValue: "tooDeep")
    /// A comment or processing instruction: canonicalisation drops comments, so `ali<!-- -->ce` would still verify.
    public static let commentForbidden = Self(rawValue: "commentForbidden")
    /// The root is another element than the one expected.
    public static let wrongElement = Self(rawValue: "wrongElement")
    /// Two elements carry the same identifier, so a reference would be ambiguous.
    public static let duplicateIdentifier = Self(rawValue: "duplicateIdentifier")
}

/// Refusals of the signature.
extension SAMLError.Code {
    /// An element that must be signed has no signature.
    public static let unsigned = Self(rawValue: "unsigned")
    /// More than one signature, or more than one reference in it.
    public static let severalSignatures = Self(rawValue: "severalSignatures")
    /// The signature holds what does not belong there, or lacks what does.
    public static let malformedSignature = Self(rawValue: "malformedSignature")
    /// The signature covers another element than the one being read, or stands elsewhere: signature wrapping.
    public static let signatureCoversOther = Self(rawValue: "signatureCoversOther")
    /// Another signature or digest algorithm than RSA-SHA256 and SHA-256: SHA-1, HMAC with a public key.
    public static let weakAlgorithm = Self(rawValue: "weakAlgorithm")
    /// Another transform than enveloped-signature and exclusive canonicalisation: XSLT, XPath, inclusive canonicalisation.
    public static let forbiddenTransform = Self(rawValue: "forbiddenTransform")
    /// The signature brings its own certificate, which is none of the trusted ones.
    public static let untrustedCertificate = Self(rawValue: "untrustedCertificate")
    /// The signature names no certificate, and no trusted one verifies it.
    public static let unknownKey = Self(rawValue: "unknownKey")
    /// The content was changed after it was signed.
    public static let badSignature = Self(rawValue: "badSignature")
}

/// Refusals of a verified document's content.
extension SAMLError.Code {
    /// Another version than SAML 2.0.
    public static let unsupportedVersion = Self(rawValue: "unsupportedVersion")
    /// An element or attribute is missing; the detail names it.
    public static let missingField = Self(rawValue: "missingField")
    /// A value cannot be read or written; the detail names it and what is accepted.
    public static let invalidField = Self(rawValue: "invalidField")
    /// More than one assertion.
    public static let severalAssertions = Self(rawValue: "severalAssertions")
    /// An encrypted assertion; this module reads none.
    public static let encryptedAssertion = Self(rawValue: "encryptedAssertion")
    /// The status is not success, although success was demanded or an assertion comes with it.
    public static let statusNotSuccess = Self(rawValue: "statusNotSuccess")
    /// From another entity than the one expected.
    public static let wrongIssuer = Self(rawValue: "wrongIssuer")
    /// For another audience.
    public static let wrongAudience = Self(rawValue: "wrongAudience")
    /// For another assertion consumer service.
    public static let wrongRecipient = Self(rawValue: "wrongRecipient")
    /// Sent to another address.
    public static let wrongDestination = Self(rawValue: "wrongDestination")
    /// The subject is confirmed by another method than bearer.
    public static let unsupportedConfirmation = Self(rawValue: "unsupportedConfirmation")
    /// A condition that this module does not know, hence cannot fulfil.
    public static let unsupportedCondition = Self(rawValue: "unsupportedCondition")
    /// Not in response to a request.
    public static let missingInResponseTo = Self(rawValue: "missingInResponseTo")
    /// In response to a request that was never made.
    public static let unknownInResponseTo = Self(rawValue: "unknownInResponseTo")
    /// In response to a request that was answered before: a replay.
    public static let reusedInResponseTo = Self(rawValue: "reusedInResponseTo")
    /// The response and its assertion answer different requests.
    public static let mismatchedInResponseTo = Self(rawValue: "mismatchedInResponseTo")
    /// Its time has not come, even with the skew allowed.
    public static let notYetValid = Self(rawValue: "notYetValid")
    /// Its time is over, even with the skew allowed.
    public static let expired = Self(rawValue: "expired")
    /// Made longer ago than the policy allows.
    public static let tooOld = Self(rawValue: "tooOld")
}

/// Refusals of keys, certificates and metadata.
extension SAMLError.Code {
    /// Not a private RSA key of at least 2048 bits, or not the one of its certificate.
    public static let invalidKey = Self(rawValue: "invalidKey")
    /// Not an X.509 certificate with an RSA key of at least 2048 bits.
    public static let invalidCertificate = Self(rawValue: "invalidCertificate")
    /// Not an EntityDescriptor with one role and its certificates.
    public static let invalidMetadata = Self(rawValue: "invalidMetadata")
    /// Signing failed below this module.
    public static let signingFailed = Self(rawValue: "signingFailed")
}

/// What this module accepts at most.
public enum SAMLLimits {
    /// The largest message, in bytes: 64 KiB.
    public static let maximumSize = 65_536
    /// The longest Base64 text of a message: that of the largest one, in lines of 64 characters that end with two.
    public static let maximumEncodedSize = {
        let characters = (maximumSize + 2) / 3 * 4
        return characters + (characters + 63) / 64 * 2
    }()
    /// The largest metadata, in bytes: 256 KiB.
    public static let maximumMetadataSize = 262_144
    /// The most attributes of an element, declarations of namespaces included.
    public static let maximumAttributes = 64
    /// The deepest nesting of elements.
    public static let maximumDepth = 32
    /// The clock skew between two parties that a policy allows unless it says otherwise, in seconds.
    public static let defaultSkew: Int64 = 60
}
