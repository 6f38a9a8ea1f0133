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
