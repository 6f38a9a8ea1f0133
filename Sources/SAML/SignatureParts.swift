/// The parts of a `ds:Signature`.
struct SignatureParts {
    let signature: XMLNode
    let signedInfo: XMLNode?
    let references: [XMLNode]

    init(_ signature: XMLNode) {
        self.signature = signature
        signedInfo = signature.elements("SignedInfo", Namespace.signature).first
        references = signedInfo?.elements("Reference", Namespace.signature) ?? []
    }

    /// The identifier in the first reference.
    var referencedIdentifier: String? {
        guard let address = references.first?.attribute("URI"), address.first == "#" else { return nil }
        return String(address.dropFirst())
    }

    /// Whether a canonicalization includes the declarations of prefixes that no name uses: `ec:InclusiveNamespaces`.
    var includesPrefixes: Bool {
        let methods = signedInfo?.elements("CanonicalizationMethod", Namespace.signature) ?? []
        let transforms = references.flatMap { $0.elements("Transforms", Namespace.signature) }.flatMap(\.elements)
        return (methods + transforms).contains {
            !$0.elements("InclusiveNamespaces", Algorithm.exclusiveCanonicalization).isEmpty
        }
    }

    /// The Base64 of the certificates in KeyInfo.
    var certificateTexts: [String] { signature.certificates.compactMap { try? $0.text() } }
}

/// The checks of a signature's contents.
extension SignatureVerifier {
    func checkCoverage(_ parts: SignatureParts, of owner: XMLNode) throws(SAMLError) {
        if skipping.contains(.signatureCoverage) { return }
        let identifier = try owner.identifier("ID")
        guard let reference = parts.references.first else {
            throw SAMLError(.malformedSignature, "\(owner.name): the signature has no Reference")
        }
        guard reference.attribute("URI") == "#" + identifier else {
            throw SAMLError(.signatureCoversOther, "the signature in \(owner.name) covers another element")
        }
    }

    func checkLayout(_ parts: SignatureParts) throws(SAMLError) {
        if parts.references.count > 1, !skipping.contains(.singleReference) {
            throw SAMLError(.severalSignatures, "the signature has \(parts.references.count) references; one is accepted")
        }
        if skipping.contains(.signatureLayout) { return }
        let names = parts.signature.elements.map(\.name)
        guard names == ["SignedInfo", "SignatureValue"] || names == ["SignedInfo", "SignatureValue", "KeyInfo"] else {
            let found = names.joined(separator: ", ")
            throw SAMLError(.malformedSignature, "a signature has SignedInfo, SignatureValue and KeyInfo; found \(found)")
        }
    }

    func checkAlgorithms(_ parts: SignatureParts) throws(SAMLError) {
        try require(
            parts.signedInfo?.elements("CanonicalizationMethod", Namespace.signature),
            [Algorithm.exclusiveCanonicalization], .canonicalization, .forbiddenTransform)
        try require(
            parts.signedInfo?.elements("SignatureMethod", Namespace.signature), [Algorithm.rsaSHA256], .signatureAlgorithm,
            .weakAlgorithm)
        let reference = parts.references.first
        try require(
            reference?.elements("DigestMethod", Namespace.signature), [Algorithm.sha256], .digestAlgorithm, .weakAlgorithm)
        try require(
            reference?.elements("Transforms", Namespace.signature).flatMap(\.elements),
            [Algorithm.envelopedSignature, Algorithm.exclusiveCanonicalization], .transforms, .forbiddenTransform)
    }

    private func require(
        _ nodes: [XMLNode]?, _ accepted: [String], _ check: Check, _ code: SAMLError.Code
    ) throws(SAMLError) {
        let found = (nodes ?? []).map { $0.attribute("Algorithm") }
        guard !skipping.contains(check), found != accepted else { return }
        let names = found.map { $0 ?? "none" }.joined(separator: ", ")
        throw SAMLError(code, "\(check): accepted is \(accepted.joined(separator: ", ")); found \(names)")
    }
}
