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
            parts.signedInfo?.elements("CanonicalizationMethod", Namespace.signature).map { $0.attribute("Algorithm") },
            [Algorithm.exclusiveCanonicalization], .canonicalization, .forbiddenTransform)
        try require(
            parts.signedInfo?.elements("SignatureMethod", Namespace.signature).map { $0.attribute("Algorithm") },
            [Algorithm.rsaSHA256], .signatureAlgorithm, .weakAlgorithm)
        let reference = parts.references.first
        try require(
            reference?.elements("DigestMethod", Namespace.signature).map { $0.attribute("Algorithm") }, [Algorithm.sha256],
            .digestAlgorithm, .weakAlgorithm)
        let transforms = reference?.elements("Transforms", Namespace.signature).flatMap(\.elements)
        try require(
            transforms?.map { $0.attribute("Algorithm") },
            [Algorithm.envelopedSignature, Algorithm.exclusiveCanonicalization], .transforms, .forbiddenTransform)
    }

    private func require(
        _ found: [String?]?, _ accepted: [String], _ check: Check, _ code: SAMLError.Code
    ) throws(SAMLError) {
        guard !skipping.contains(check), found ?? [] != accepted else { return }
        let names = (found ?? []).map { $0 ?? "none" }.joined(separator: ", ")
        throw SAMLError(code, "\(check): accepted is \(accepted.joined(separator: ", ")); found \(names)")
    }
}
