/// A request of a service to a provider to authenticate a subject (SAML core, section 3.4).
///
/// Mirrors the AuthnRequest that the service provider sends: issuer, ForceAuthn, IsPassive, NameIDPolicy, Scoping.
public struct AuthnRequest: Sendable, Equatable {
    /// The identifier to which the response refers: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public var id: String
    /// The time of issue, in Unix seconds.
    public var issueInstant: Int64
    /// The entity identifier of the service.
    public var issuer: String
    /// The provider's single sign-on address.
    public var destination: String
    /// The address to which the response is sent.
    public var assertionConsumerServiceURL: String
    /// Whether the provider must request credentials again.
    public var forceAuthn: Bool
    /// Whether the provider must not prompt the user.
    public var isPassive: Bool
    /// The requesters on whose behalf the service acts (`Scoping/RequesterID`).
    public var requesterIDs: [String]
    /// The providers for which the service requests an answer, if the addressed provider is a proxy for others
    /// (`Scoping/IDPList`).
    public var providers: [ScopedProvider] = []
    /// The requested format of the name, ``NameIDFormat``.
    public var nameIDFormat: String
    /// The service in whose namespace the name is requested (`SPNameQualifier`); nil: the issuer.
    public var serviceNameQualifier: String?

    /// Creates a request; by default it neither forces authentication nor forbids prompts, and requests a persistent name.
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

    /// Returns the request as XML with an enveloped signature: RSA-SHA256, exclusive canonicalization.
    ///
    /// The XML has no line breaks and no runs of white space. May be called from any thread.
    /// - Throws: ``SAMLError/Code/missingField``, ``SAMLError/Code/invalidField`` for a field that cannot be written.
    public func signed(with key: SigningKey) throws(SAMLError) -> String {
        try SignatureWriter.sign(template(certificate: key.certificate), with: key)
    }

    /// Returns the request with an empty signature template.
    @_spi(Testing) public func template(certificate: Certificate) throws(SAMLError) -> String {
        try xml(signature: SignatureWriter.template(covering: id, certificate: certificate))
    }

    /// Returns the provider's address with the request in its query, signed (SAML bindings, section 3.4).
    ///
    /// - Parameter relayState: A value that the provider returns with its response, at most ``RedirectBinding/relayStateLimit``
    ///   bytes.
    /// - Throws: ``SAMLError/Code/missingField``, ``SAMLError/Code/invalidField`` for a field that cannot be written.
    public func redirectURL(relayState: String? = nil, signedWith key: SigningKey) throws(SAMLError) -> String {
        try RedirectBinding.url(
            destination, .request, xml: try xml(signature: ""), relayState: relayState, key: key)
    }

    private func xml(signature: String) throws(SAMLError) -> String {
        """
        \(try FieldWriter.startTag("AuthnRequest", id: id, issueInstant: issueInstant, destination: destination)) \
        ForceAuthn="\(forceAuthn)" IsPassive="\(isPassive)" ProtocolBinding="\(Binding.post.rawValue)" \
        AssertionConsumerServiceURL="\
        \(try FieldWriter.requiredText(assertionConsumerServiceURL, "assertionConsumerServiceURL"))">\
        <saml:Issuer>\(try FieldWriter.requiredText(issuer, "issuer"))</saml:Issuer>\
        \(signature)\
        <samlp:NameIDPolicy Format="\(try FieldWriter.requiredText(nameIDFormat, "nameIDFormat"))"\
        \(try FieldWriter.attribute("SPNameQualifier", serviceNameQualifier, "serviceNameQualifier")) AllowCreate="true"/>\
        \(try scoping())</samlp:AuthnRequest>
        """
    }

    /// Returns the Scoping element, in which the schema requires the providers first; empty if it has no content.
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

/// A provider behind a proxy (`IDPEntry`).
public struct ScopedProvider: Sendable, Equatable {
    /// The identifier (`ProviderID`).
    public var id: String
    /// The human-readable name.
    public var name: String

    /// Creates a provider.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
