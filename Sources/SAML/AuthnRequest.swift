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

    /// Reads a request that is signed with one of the certificates and accepted by the policy.
    ///
    /// The result comes from the canonical text that the signature covers. May be called from any thread.
    /// - Throws: ``SAMLError`` with a code for each kind of rejection.
    public static func verify(
        _ xml: [UInt8], certificates: [Certificate], policy: RequestPolicy
    ) throws(SAMLError) -> AuthnRequest {
        let verifier = SignatureVerifier(certificates: certificates, skipping: policy.skipping)
        let document = try verifier.open(xml)
        let root = document.root
        try root.require("AuthnRequest", Namespace.protocolElements)
        try verifier.examine(DocumentSurvey(document), root: root)
        let content = try verifier.content(of: root)
        let request = try AuthnRequest(content, skipping: policy.skipping)
        try policy.check(request.issuer, request.issueInstant, destination: content.attribute("Destination"))
        return request
    }

    /// Reads a request from the query of a URL, as ``redirectURL(relayState:signedWith:)`` writes it.
    ///
    /// - Parameter query: The query exactly as received: the signature covers its characters.
    /// - Throws: ``SAMLError`` with a code for each kind of rejection.
    public static func verify(
        query: String, certificates: [Certificate], policy: RequestPolicy
    ) throws(SAMLError) -> Redirected<AuthnRequest> {
        let message = try RedirectBinding.read(query, .request, certificates: certificates)
        let request = try AuthnRequest(message.root, skipping: policy.skipping)
        try policy.check(request.issuer, request.issueInstant, destination: message.root.attribute("Destination"))
        return Redirected(message: request, relayState: message.relayState)
    }

    private init(_ node: XMLNode, skipping: Set<Check>) throws(SAMLError) {
        try node.require("AuthnRequest", Namespace.protocolElements)
        try node.requireVersion(skipping: skipping)
        let scoping = try node.optionalElement("Scoping", Namespace.protocolElements)
        let policy = try node.optionalElement("NameIDPolicy", Namespace.protocolElements)
        self.init(
            id: try node.identifier("ID"), issueInstant: try node.requiredTime("IssueInstant"),
            issuer: try node.element("Issuer", Namespace.assertionElements).requiredText(),
            destination: node.attribute("Destination") ?? "",
            assertionConsumerServiceURL: try node.requiredAttribute("AssertionConsumerServiceURL"),
            forceAuthn: try node.flag("ForceAuthn"), isPassive: try node.flag("IsPassive"),
            requesterIDs: try scoping?.requiredTexts("RequesterID", Namespace.protocolElements) ?? [],
            nameIDFormat: policy?.attribute("Format") ?? NameIDFormat.transient)
        serviceNameQualifier = policy?.attribute("SPNameQualifier")
        let entries = try scoping?.optionalElement("IDPList", Namespace.protocolElements)?
            .elements("IDPEntry", Namespace.protocolElements)
        for entry in entries ?? [] {
            let id = try entry.requiredAttribute("ProviderID")
            providers.append(ScopedProvider(id: id, name: entry.attribute("Name") ?? id))
        }
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

/// The identifier of a service that acts on behalf of a requester: `IDENTIFIER/on-behalf-of/REQUESTER`.
///
/// The alternative is `Scoping/RequesterID` of an ``AuthnRequest``.
public enum OnBehalfOf {
    private static let infix = "/on-behalf-of/"

    /// Returns the identifier of a service that acts for a requester.
    public static func issuer(_ service: String, requester: String) -> String { service + infix + requester }

    /// Returns the requester in an identifier of a service; nil if there is none, or it is another service's identifier.
    public static func requester(in issuer: String, of service: String) -> String? {
        // By bytes, like all of SAML's comparisons.
        let beginning = (service + infix).utf8
        guard issuer.utf8.starts(with: beginning) else { return nil }
        let requester = issuer.utf8.dropFirst(beginning.count)
        return requester.isEmpty || requester.contains(UInt8(ascii: "/")) ? nil : String(Substring(requester))
    }
}
