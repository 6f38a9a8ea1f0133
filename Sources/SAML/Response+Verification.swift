extension Response {
    /// Reads a response that is signed with one of the certificates and accepted by the policy.
    ///
    /// Response and assertion must both be signed. The result comes from the canonical texts that the signatures cover. A
    /// response with a status other than success and without an assertion is also accepted, and returned with its status. May be
    /// called from any thread.
    /// - Throws: ``SAMLError`` with a code for each kind of rejection.
    public static func verify(
        _ xml: [UInt8], certificates: [Certificate], policy: ResponsePolicy
    ) throws(SAMLError) -> Response {
        let verifier = SignatureVerifier(certificates: certificates, skipping: policy.skipping)
        let document = try verifier.open(xml)
        try document.root.require("Response", Namespace.protocolElements)
        try verifier.examine(DocumentSurvey(document), root: document.root)
        let content = try verifier.content(of: document.root)
        try content.require("Response", Namespace.protocolElements)
        let assertionNode = try assertionNode(in: content, skipping: policy.skipping)
        let signedAssertion: XMLNode? =
            if let assertionNode {
                try signedContent(of: assertionNode, receivedIn: document.root, verifier)
            } else {
                nil
            }
        return try policy.read(content, assertion: signedAssertion)
    }

    /// Returns the request that a response claims to answer. Nothing is verified: use it only to find the certificates to verify
    /// the response with. May be called from any thread.
    public static func claimedRequest(in xml: [UInt8]) -> String? {
        guard let document = try? SignatureVerifier(certificates: [], skipping: []).open(xml) else { return nil }
        return document.root.attribute("InResponseTo")
    }

    /// Returns what the signature of the assertion in a verified response covers.
    ///
    /// The response's canonical text lacks the declarations of prefixes that no name uses. If the assertion's signature includes
    /// some (`PrefixList`), it may be valid only where the assertion was received. That is the same assertion: the response's
    /// signature covers the root with its whole content, and nothing else can have this identifier.
    private static func signedContent(
        of assertion: XMLNode, receivedIn root: XMLNode, _ verifier: SignatureVerifier
    ) throws(SAMLError) -> XMLNode {
        do throws(SAMLError) {
            return try verifier.content(of: assertion)
        } catch {
            guard error.code == .badSignature || error.code == .unknownKey,
                let received = root.elements("Assertion", Namespace.assertionElements).first,
                received.attribute("ID") == assertion.attribute("ID"),
                let signature = received.elements("Signature", Namespace.signature).first,
                SignatureParts(signature).includesPrefixes
            else { throw error }
            return try verifier.content(of: received)
        }
    }

    private static func assertionNode(in response: XMLNode, skipping: Set<Check>) throws(SAMLError) -> XMLNode? {
        guard response.elements("EncryptedAssertion", Namespace.assertionElements).isEmpty else {
            throw SAMLError(.encryptedAssertion, "encrypted assertions are not read")
        }
        let found = response.elements("Assertion", Namespace.assertionElements)
        guard found.count <= 1 || skipping.contains(.singleAssertion) else {
            throw SAMLError(.severalAssertions, "\(found.count) assertions; one is accepted")
        }
        return found.first
    }
}

/// The policy's checks, each on a signed field.
extension ResponsePolicy {
    func read(_ response: XMLNode, assertion: XMLNode?) throws(SAMLError) -> Response {
        try response.requireVersion(skipping: skipping)
        let status = try ResponseStatus(try response.element("Status", Namespace.protocolElements))
        try checkStatus(status, hasAssertion: assertion != nil)
        try checkDestination(response.attribute("Destination"), expected: expectedRecipient)
        let issuer = try response.element("Issuer", Namespace.assertionElements).requiredText()
        try checkIssuer(issuer)
        let issueInstant = try response.requiredTime("IssueInstant")
        try checkIssueInstant(issueInstant)
        let inResponseTo = response.attribute("InResponseTo")
        try checkRequest(inResponseTo)
        let statement: Assertion? =
            if let assertion { try read(assertion, inResponseTo: inResponseTo) } else { nil }
        return Response(
            id: try response.identifier("ID"), issueInstant: issueInstant, inResponseTo: inResponseTo,
            destination: response.attribute("Destination"), issuer: issuer, status: status, assertion: statement)
    }

    private func checkStatus(_ status: ResponseStatus, hasAssertion: Bool) throws(SAMLError) {
        if status == .success {
            guard hasAssertion else { throw SAMLError(.missingField, "Response has no Assertion") }
        } else if hasAssertion, !skipping.contains(.status) {
            throw SAMLError(.statusNotSuccess, "Status: \(ResponseStatus.successCode); found \(status)")
        }
    }

    private func checkRequest(_ inResponseTo: String?) throws(SAMLError) {
        guard let inResponseTo else {
            if skipping.contains(.inResponseTo) { return }
            throw SAMLError(.missingInResponseTo, "Response has no InResponseTo")
        }
        try isKnownRequest(inResponseTo).requirePending(skipping: skipping)
    }
}

extension RequestState {
    /// Requires that the request has not been answered.
    func requirePending(skipping: Set<Check> = []) throws(SAMLError) {
        switch self {
        case .pending: return
        case .used where skipping.contains(.unusedRequest): return
        case .unknown where skipping.contains(.knownRequest): return
        case .used: throw SAMLError(.reusedInResponseTo, "the request has already been answered")
        case .unknown: throw SAMLError(.unknownInResponseTo, "the request is unknown")
        }
    }
}

extension ResponseStatus {
    init(_ node: XMLNode) throws(SAMLError) {
        let outer = try node.element("StatusCode", Namespace.protocolElements)
        let code = try outer.requiredAttribute("Value")
        if code == ResponseStatus.successCode {
            self = .success
            return
        }
        let inner = try outer.optionalElement("StatusCode", Namespace.protocolElements)
        let message = try node.optionalElement("StatusMessage", Namespace.protocolElements)
        self = .failure(code: code, subcode: inner?.attribute("Value"), message: try message?.text())
    }
}
