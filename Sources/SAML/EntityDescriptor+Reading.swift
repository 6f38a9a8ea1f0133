extension EntityDescriptor {
    /// Reads metadata with one role. Comments and white space between elements are allowed, a document type is not.
    ///
    /// - Throws: ``SAMLError/Code/invalidMetadata`` with the missing part, ``SAMLError/Code/invalidCertificate``, or the
    ///   rejections of the text.
    public init(xml: String) throws(SAMLError) {
        let verifier = SignatureVerifier(certificates: [], skipping: [.comments])
        let document = try verifier.open(Array(xml.utf8), limit: SAMLLimits.maximumMetadataSize)
        try verifier.examineText(DocumentSurvey(document))
        let root = document.root
        guard root.is("EntityDescriptor", Namespace.metadata) else {
            throw SAMLError(.wrongElement, "expected an EntityDescriptor, found \(root.name)")
        }
        guard let entityID = root.attribute("entityID"), (1...1024).contains(entityID.utf8.count) else {
            throw SAMLError(.invalidMetadata, "entityID: 1 to 1024 bytes")
        }
        let providers = root.elements("IDPSSODescriptor", Namespace.metadata)
        let services = root.elements("SPSSODescriptor", Namespace.metadata)
        guard let node = (providers + services).first, providers.count + services.count == 1 else {
            throw SAMLError(.invalidMetadata, "exactly one IDPSSODescriptor or SPSSODescriptor")
        }
        let role: Role =
            if providers.isEmpty {
                .serviceProvider(
                    assertionConsumerServiceURL: try EntityDescriptor.address("AssertionConsumerService", in: node),
                    singleLogoutURL: EntityDescriptor.optionalAddress("SingleLogoutService", in: node))
            } else {
                .identityProvider(
                    singleSignOnURL: try EntityDescriptor.address("SingleSignOnService", in: node),
                    singleLogoutURL: EntityDescriptor.optionalAddress("SingleLogoutService", in: node),
                    binding: EntityDescriptor.endpoint("SingleSignOnService", in: node)?.attribute("Binding")
                        == Binding.redirect.rawValue ? .redirect : .post)
            }
        self.init(entityID: entityID, role: role, certificates: try EntityDescriptor.certificates(in: node))
    }

    /// Returns an endpoint: the default one, or else the one for POST, or else the first.
    private static func endpoint(_ name: String, in role: XMLNode) -> XMLNode? {
        let endpoints = role.elements(name, Namespace.metadata)
        return endpoints.first { $0.attribute("isDefault") == "true" || $0.attribute("isDefault") == "1" }
            ?? endpoints.first { $0.attribute("Binding") == Binding.post.rawValue } ?? endpoints.first
    }

    private static func optionalAddress(_ name: String, in role: XMLNode) -> String? {
        guard let address = endpoint(name, in: role)?.attribute("Location"), !address.isEmpty else { return nil }
        return address
    }

    private static func address(_ name: String, in role: XMLNode) throws(SAMLError) -> String {
        guard let address = optionalAddress(name, in: role) else {
            throw SAMLError(.invalidMetadata, "\(role.name) needs a \(name) with a Location")
        }
        return address
    }

    /// Returns the certificates for signatures: those marked for signing, and those for every use.
    private static func certificates(in role: XMLNode) throws(SAMLError) -> [Certificate] {
        var certificates: [Certificate] = []
        for descriptor in role.elements("KeyDescriptor", Namespace.metadata) {
            guard descriptor.attribute("use") ?? "signing" == "signing" else { continue }
            for node in descriptor.certificates { certificates.append(try Certificate(derBase64: try node.text())) }
        }
        guard !certificates.isEmpty else {
            throw SAMLError(.invalidMetadata, "\(role.name) needs a KeyDescriptor for signing with an X509Certificate")
        }
        return certificates
    }
}
