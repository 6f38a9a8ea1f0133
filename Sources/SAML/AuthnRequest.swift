/// A request of a service to a provider to authenticate a subject (SAML core, section 3.4).
///
/// Mirrors the AuthnRequest that the service provider sends: issuer, ForceAuthn, IsPassive, NameIDPolicy, Scoping.
public struct AuthnRequest: Sendable, Equatable {
    /// The identifier that the response will be in response to: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public var id: String
    /// When it was made, in Unix seconds.
    public var issueInstant: Int64
    /// The entity identifier of the service.
    public var issuer: String
    /// The provider's single sign-on address.
    public var destination: String
    /// Where the response is to be sent.
    public var assertionConsumerServiceURL: String
    /// Whether the provider must ask for credentials again.
    public var forceAuthn: Bool
    /// Whether the provider must not ask for anything.
    public var isPassive: Bool
    /// On whose behalf the service asks (`Scoping/RequesterID`).
    public var requesterIDs: [String]
    /// Which providers the service wants to be answered for, when the one that is asked replaces others
    /// (`Scoping/IDPList`).
    public var providers: [ScopedProvider] = []
    /// The kind of name wanted, ``NameIDFormat``.
    public var nameIDFormat: String

    /// A request; it neither forces authentication nor forbids questions, and wants a persistent name.
    public init(
        id: String, issueInstant: Int64, issuer: String, destination: String, assertionConsumerServiceURL: String,
        forceAuthn: Bool = false, isPassive: Bool = false, requesterIDs: [String] = [],
        nameIDFormat: String = NameIDFormat.persistent
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.destination = destination
        self.assertionConsumerServiceURL = assertionConsumerServiceURL
        self.forceAuthn = forceAuthn
        self.isPassive = isPassive
        self.requesterIDs = requesterIDs
        self.nameIDFormat = nameIDFormat
    }

    /// The request as XML with an enveloped signature: RSA-SHA256, exclusive canonicalisation.
    ///
    /// The text has no line breaks and no runs of white space. May be called from any thread.
    /// - Throws: ``SAMLError/Code/missingField``, ``SAMLError/Code/invalidField`` for a field that cannot be written.
    public func signed(with key: SigningKey) throws(SAMLError) -> String {
        try SignatureWriter.sign(template(certificate: key.certificate), with: key)
    }

    /// The request with an empty signature template.
    @_spi(Testing) public func template(certificate: Certificate) throws(SAMLError) -> String {
        try xml(signature: SignatureWriter.template(covering: id, certificate: certificate))
    }

    /// The address at which the provider is asked: the request in its query, signed (SAML bindings, section 3.4).
    ///
    /// - Parameter relayState: What the provider hands back with its answer, at most ``RedirectBinding/relayStateLimit`` bytes.
    /// - Throws: ``SAMLError/Code/missingField``, ``SAMLError/Code/invalidField`` for a field that cannot be written.
    public func redirectURL(relayState: String? = nil, signedWith key: SigningKey) throws(SAMLError) -> String {
        try RedirectBinding.url(
            destination, .request, xml: try xml(signature: ""), relayState: relayState, key: key)
    }

    private func xml(signature: String) throws(SAMLError) -> String {
        let id = try FieldWriter.identifier(id, "id")
        return """
            <samlp:AuthnRequest xmlns:samlp="\(Namespace.protocolElements)" xmlns:saml="\(Namespace.assertionElements)" \
            ID="\(id)" Version="2.0" IssueInstant="\(try FieldWriter.time(issueInstant, "issueInstant"))" \
            Destination="\(try FieldWriter.requiredText(destination, "destination"))" ForceAuthn="\(forceAuthn)" \
            IsPassive="\(isPassive)" ProtocolBinding="\(Binding.post)" \
            AssertionConsumerServiceURL="\
            \(try FieldWriter.requiredText(assertionConsumerServiceURL, "assertionConsumerServiceURL"))">\
            <saml:Issuer>\(try FieldWriter.requiredText(issuer, "issuer"))</saml:Issuer>\
            \(signature)\
            <samlp:NameIDPolicy Format="\(try FieldWriter.requiredText(nameIDFormat, "nameIDFormat"))" AllowCreate="true"/>\
            \(try scoping())</samlp:AuthnRequest>
            """
    }

    /// The Scoping element, whose schema wants the providers first; empty when there is nothing to say.
    private func scoping() throws(SAMLError) -> String {
        var entries = ""
        for provider in providers {
            let id = try FieldWriter.requiredText(provider.id, "providers.id")
            let name = try FieldWriter.requiredText(provider.name, "providers.name")
            entries += "<samlp:IDPEntry ProviderID=\"\(id)\" Name=\"\(name)\"/>"
        }
        var content = entries.isEmpty ? "" : "<samlp:IDPList>\(entries)</samlp:IDPList>"
        for requester in requesterIDs {
            content += "<samlp:RequesterID>\(try FieldWriter.requiredText(requester, "requesterIDs"))</samlp:RequesterID>"
        }
        return content.isEmpty ? "" : "<samlp:Scoping>\(content)</samlp:Scoping>"
    }
}

/// A provider that another one replaces (`IDPEntry`).
public struct ScopedProvider: Sendable, Equatable {
    /// Its identifier (`ProviderID`).
    public var id: String
    /// The name that people read.
    public var name: String

    /// A provider.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
