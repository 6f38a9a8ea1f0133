import Dates

/// The requirements for a request, or for a logout response. Times are Unix seconds.
public struct RequestPolicy: MessagePolicy, Sendable {
    /// The current time.
    public var now: Int64
    /// The maximum age of a request, in seconds, in addition to the skew.
    public var maximumAge: Int64
    /// The maximum difference between the clocks of the two parties, in seconds.
    public var skew = SAMLLimits.defaultSkew
    /// The entity identifier of the other party.
    public var expectedIssuer: String
    /// Whether the other party's identifier may contain the requester on whose behalf it acts:
    /// `IDENTIFIER/on-behalf-of/REQUESTER`.
    public var takesOnBehalfOf = false
    /// The party's own address for these messages; nil accepts every destination.
    public var expectedDestination: String?
    /// The checks that a test skips.
    @_spi(Testing) public var skipping: Set<Check> = []

    /// Creates a policy. By default, a request may be five minutes old, and clocks may differ by a minute.
    public init(
        now: Int64, maximumAge: Int64 = 300, expectedIssuer: String, expectedDestination: String? = nil
    ) {
        self.now = now
        self.maximumAge = maximumAge
        self.expectedIssuer = expectedIssuer
        self.expectedDestination = expectedDestination
    }
}

extension AuthnRequest {
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

extension RequestPolicy {
    /// Performs the checks that are common to all signed messages.
    func check(_ issuer: String, _ issueInstant: Int64, destination: String?) throws(SAMLError) {
        if let expectedDestination { try checkDestination(destination, expected: expectedDestination) }
        if !takesOnBehalfOf || OnBehalfOf.requester(in: issuer, of: expectedIssuer) == nil { try checkIssuer(issuer) }
        try checkIssueInstant(issueInstant)
        if now > issueInstant.clampedSum(maximumAge.clampedSum(skew)), !skipping.contains(.age) {
            throw SAMLError(.tooOld, "IssueInstant is more than \(maximumAge) s ago, with \(skew) s of skew")
        }
    }
}
