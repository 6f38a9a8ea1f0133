import CXMLSec

/// A verifier of the signatures of one document: first of their placement and contents, then of their values.
struct SignatureVerifier {
    let certificates: [Certificate]
    let skipping: Set<Check>

    /// Checks the whole document before any signature is computed.
    func examine(_ survey: DocumentSurvey, root: XMLNode) throws(SAMLError) {
        try examineText(survey)
        let owners = [root] + root.elements("Assertion", Namespace.assertionElements)
        if !skipping.contains(.signaturePlacement) {
            for signature in survey.signatures {
                guard let parent = signature.parent, owners.contains(parent) else {
                    throw SAMLError(
                        .signatureCoversOther, "a signature in \(signature.parent?.name ?? "the document"), where none belongs")
                }
            }
        }
        for owner in owners {
            if let signature = owner.elements("Signature", Namespace.signature).first {
                try checkCoverage(SignatureParts(signature), of: owner)
            }
        }
        if survey.assertions.count > 1, !skipping.contains(.singleAssertion) {
            throw SAMLError(.severalAssertions, "\(survey.assertions.count) assertions; one is accepted")
        }
        if let identifier = survey.duplicateIdentifier, !skipping.contains(.uniqueIdentifiers) {
            throw SAMLError(.duplicateIdentifier, "the identifier \(identifier) occurs more than once")
        }
        for owner in owners { try inspect(owner) }
    }

    /// Checks for content that no message may have, signed or not.
    func examineText(_ survey: DocumentSurvey) throws(SAMLError) {
        if survey.depth > SAMLLimits.maximumDepth, !skipping.contains(.depth) {
            throw SAMLError(.tooDeep, "elements nested \(survey.depth) deep; at most \(SAMLLimits.maximumDepth) are accepted")
        }
        if survey.hasEntities, !skipping.contains(.documentType) {
            throw SAMLError(.documentTypeForbidden, "an entity is never accepted")
        }
        if survey.hasComments, !skipping.contains(.comments) {
            throw SAMLError(.commentForbidden, "comments and processing instructions are never accepted")
        }
    }

    /// Checks that an element has exactly the kind of signature that is accepted.
    private func inspect(_ owner: XMLNode) throws(SAMLError) {
        let signatures = owner.elements("Signature", Namespace.signature)
        guard let signature = signatures.first else {
            if skipping.contains(.signaturePresence) { return }
            throw SAMLError(.unsigned, "\(owner.name) has no signature")
        }
        if signatures.count > 1, !skipping.contains(.singleSignature) {
            throw SAMLError(.severalSignatures, "\(owner.name) has \(signatures.count) signatures")
        }
        let parts = SignatureParts(signature)
        try checkLayout(parts)
        try checkAlgorithms(parts)
    }

    /// Verifies an element's signature and returns what it covers, parsed again from the canonical text that was digested.
    ///
    /// The rest of the document cannot be reached from the result.
    func content(of owner: XMLNode) throws(SAMLError) -> XMLNode {
        // Checked again on the element that is actually read: in a verified text it is a different node than before.
        try inspect(owner)
        guard let signature = owner.elements("Signature", Namespace.signature).first else { return owner }
        let parts = SignatureParts(signature)
        try checkCoverage(parts, of: owner)
        var target = owner
        if skipping.contains(.signatureCoverage), let identifier = parts.referencedIdentifier {
            target = DocumentSurvey(owner.document).identifiers[identifier] ?? owner
        }
        var failure = SAMLError(.unknownKey, "\(owner.name): no certificate was given to verify with")
        for certificate in try candidates(parts, owner: owner) {
            do throws(SAMLError) {
                return try verify(signature, target: target, certificate: certificate)
            } catch {
                failure = error
            }
        }
        if failure.code == .badSignature, parts.certificateTexts.isEmpty, failure.detail == SignatureVerifier.wrongValue {
            throw SAMLError(.unknownKey, "\(owner.name): none of the trusted certificates verifies its signature")
        }
        throw SAMLError(failure.code, "\(owner.name): \(failure.detail)")
    }

    private static let wrongValue = "the signature value is wrong"

    /// Returns the certificates to try. A signature that contains a certificate is verified with that one, provided that it is
    /// trusted.
    private func candidates(_ parts: SignatureParts, owner: XMLNode) throws(SAMLError) -> [Certificate] {
        let texts = parts.certificateTexts
        guard !texts.isEmpty else { return certificates }
        if skipping.contains(.embeddedCertificate) {
            var embedded: [Certificate] = []
            for text in texts { embedded.append(try Certificate(derBase64: text)) }
            return embedded
        }
        // Comparison as text: an untrusted certificate is not even parsed.
        let names = texts.map { String(decoding: $0.utf8.filter { !isXMLWhitespace($0) }, as: UTF8.self) }
        let trusted = certificates.filter { names.contains($0.derBase64) }
        guard !trusted.isEmpty else {
            throw SAMLError(.untrustedCertificate, "\(owner.name) is signed with a certificate that is not trusted")
        }
        return trusted
    }

    private func verify(_ signature: XMLNode, target: XMLNode, certificate: Certificate) throws(SAMLError) -> XMLNode {
        let anyAlgorithm = !skipping.isDisjoint(with: [
            .canonicalization, .signatureAlgorithm, .digestAlgorithm, .transforms, .singleReference,
        ])
        var verification = cxs_verification()
        let status = cxs_verify(
            signature.document.pointer, signature.pointer, target.pointer, certificate.key.pointer, anyAlgorithm, &verification)
        defer { cxs_buffer_free(verification.content) }
        guard status == 0 else { throw SAMLError(.badSignature, "cannot be computed: \(XMLSecurity.lastError)") }
        if !verification.digest_valid {
            guard skipping.contains(.digest) else { throw SAMLError(.badSignature, "the content was changed after signing") }
        } else if !verification.signature_valid {
            guard skipping.contains(.signatureValue) else { throw SAMLError(.badSignature, SignatureVerifier.wrongValue) }
        }
        let content = UnsafeRawBufferPointer(start: verification.content.bytes, count: verification.content.count)
        return try XMLDocument(content, recover: false).root
    }
}

/// Parsing of untrusted bytes into a document.
extension SignatureVerifier {
    /// Parses a text: size, encoding, document type, attributes, well-formedness.
    ///
    /// - Parameter limit: The maximum number of bytes.
    func open(_ bytes: [UInt8], limit: Int = SAMLLimits.maximumSize) throws(SAMLError) -> XMLDocument {
        try bytes.withUnsafeBufferPointer { buffer throws(SAMLError) in
            try open(UnsafeRawBufferPointer(buffer), limit: limit)
        }
    }

    private func open(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(SAMLError) -> XMLDocument {
        if bytes.count > limit, !skipping.contains(.size) {
            throw SAMLError(.tooLarge, "\(bytes.count) bytes; at most \(limit) are accepted")
        }
        if !skipping.contains(.encoding), bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil {
            throw SAMLError(.invalidEncoding, "the text must be UTF-8 without NUL")
        }
        if !skipping.contains(.documentType) {
            var text = StartTagScan(bytes)
            if text.skip(past: "<!DOCTYPE") {
                throw SAMLError(.documentTypeForbidden, "a document type is never accepted")
            }
        }
        if !skipping.contains(.attributes) {
            var tags = StartTagScan(bytes)
            try tags.requireAtMost(SAMLLimits.maximumAttributes)
        }
        let document = try XMLDocument(bytes, recover: skipping.contains(.wellFormedness))
        if document.hasType, !skipping.contains(.documentType) {
            throw SAMLError(.documentTypeForbidden, "a document type is never accepted")
        }
        return document
    }
}
