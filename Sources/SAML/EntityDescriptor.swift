/// A party's metadata: its identity, its addresses, and its certificates (SAML metadata, section 2.3.2).
///
/// An entity has one role here. The certificates are the only basis of trust between two parties.
public struct EntityDescriptor: Sendable, Equatable {
    /// The role of an entity, with its addresses.
    public enum Role: Sendable, Equatable {
        /// It authenticates subjects. Requests are sent with the binding.
        case identityProvider(
            singleSignOnURL: String, singleLogoutURL: String? = nil, binding: Binding = .post)
        /// It relies on assertions.
        case serviceProvider(assertionConsumerServiceURL: String, singleLogoutURL: String? = nil)
    }

    /// The entity identifier: the issuer of everything that the entity signs.
    public var entityID: String
    public var role: Role
    /// The certificates of its signing keys, at least one.
    public var certificates: [Certificate]

    /// Creates the metadata of an entity.
    public init(entityID: String, role: Role, certificates: [Certificate]) {
        self.entityID = entityID
        self.role = role
        self.certificates = certificates
    }

    /// Returns the metadata as unsigned XML, which must be transferred in a trusted way.
    public func xml() -> String {
        let keys = certificates.map {
            """
            <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\($0.derBase64)\
            </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
            """
        }.joined()
        return """
            <md:EntityDescriptor xmlns:md="\(Namespace.metadata)" xmlns:ds="\(Namespace.signature)" \
            entityID="\(XMLText.escape(entityID))">\(role.xml(keys: keys))</md:EntityDescriptor>
            """
    }
}

extension EntityDescriptor.Role {
    fileprivate func xml(keys: String) -> String {
        let formats = "<md:NameIDFormat>\(NameIDFormat.persistent)</md:NameIDFormat>"
        switch self {
        case .identityProvider(let address, let logout, let binding):
            return """
                <md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="\(Namespace.protocolElements)">\
                \(keys)\(logoutText(logout))\(formats)\(endpoint("SingleSignOnService", binding, address))\
                </md:IDPSSODescriptor>
                """
        case .serviceProvider(let address, let logout):
            let consumer = """
                <md:AssertionConsumerService Binding="\(Binding.post.rawValue)" Location="\(XMLText.escape(address))" index="0" \
                isDefault="true"/>
                """
            return """
                <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" \
                protocolSupportEnumeration="\(Namespace.protocolElements)">\(keys)\(logoutText(logout))\(formats)\(consumer)\
                </md:SPSSODescriptor>
                """
        }
    }

    private func logoutText(_ address: String?) -> String {
        address.map { endpoint("SingleLogoutService", .redirect, $0) } ?? ""
    }

    private func endpoint(_ name: String, _ binding: Binding, _ address: String) -> String {
        "<md:\(name) Binding=\"\(binding.rawValue)\" Location=\"\(XMLText.escape(address))\"/>"
    }
}

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
