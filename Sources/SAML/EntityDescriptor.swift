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
