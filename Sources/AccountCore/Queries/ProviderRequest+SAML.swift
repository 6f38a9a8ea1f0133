import Dates
import SAML
import TVWorld

extension ProviderRefusal {
    /// The second-level status code; the first is that of the responder.
    public var statusCode: String {
        switch self {
        case .accountSuspended: ResponseStatus.requestDeniedCode
        case .authenticationNeeded: ResponseStatus.noPassiveCode
        }
    }
}

/// The provider's side of a request: it verifies the verification token and responds with SAML.
extension ProviderRequest {
    /// The lifetime of an assertion, in seconds.
    public static let assertionLifetime: Int64 = 300

    /// Reads the verification token: the service's AuthnRequest, whose signature, age, issuer, destination and response address
    /// are verified. Nil if the request has none.
    ///
    /// - Parameter service: The metadata of the trusted service; nil if none is trusted.
    /// - Throws: `VSError.invalidVerificationToken` with the reason.
    public func verifiedToken(service: EntityDescriptor?) throws(VSError) -> AuthnRequest? {
        guard let text = request.verificationToken else { return nil }
        guard let service, case .serviceProvider(let consumer, _) = service.role else {
            throw Self.invalidToken("no service is trusted yet")
        }
        var policy = RequestPolicy(
            now: now, expectedIssuer: service.entityID, expectedDestination: provider.singleSignOnURL)
        policy.takesOnBehalfOf = provider.scoping == .issuer
        let token: AuthnRequest
        do throws(SAMLError) {
            token = try AuthnRequest.verify(
                Base64.decodeMessage(text), certificates: service.certificates, policy: policy)
        } catch {
            // The detail is for users, the code is not.
            throw Self.invalidToken(error.detail)
        }
        guard token.assertionConsumerServiceURL == consumer else {
            throw Self.invalidToken("AssertionConsumerServiceURL: \(consumer); found \(token.assertionConsumerServiceURL)")
        }
        return token
    }

    /// Returns the provider's unsigned response: in response to the token, or else unsolicited, for the channel or the trusted
    /// service.
    ///
    /// - Parameter identifier: Returns a random identifier: a letter or `_`, then letters, digits, `_`, `-` and `.`. Every response
    ///   takes the same number of them, so that they are reproducible.
    public func response(to token: AuthnRequest?, identifier: () -> String) -> Response {
        let (id, assertionID, sessionIndex) = (identifier(), identifier(), identifier())
        let recipient = token?.assertionConsumerServiceURL ?? trust?.assertionConsumerServiceURL
        var response = Response(
            id: id, issueInstant: now, inResponseTo: token?.id, destination: recipient,
            issuer: provider.entityID, assertion: nil)
        if let refusal {
            response.status = .failure(
                code: ResponseStatus.responderCode, subcode: refusal.statusCode, message: refusal.message)
            return response
        }
        response.assertion = Assertion(
            id: assertionID, issuer: provider.entityID, subjectNameID: subscriber.userID,
            nameQualifier: provider.proxy == nil ? nil : provider.entityID, sessionIndex: sessionIndex,
            authnInstant: Self.expressible(renewedUntil == nil ? account.signedInAt : now),
            notBefore: now, notOnOrAfter: now + Self.assertionLifetime,
            sessionNotOnOrAfter: Self.expressible(renewedUntil ?? account.expiresAt), audience: token?.issuer ?? audience,
            attributes: attributes.map { Attribute(name: $0.name, values: $0.values) }, recipient: recipient)
        return response
    }

    /// Returns a time, or the nearest one that SAML can express: a sign-in can end after that, if the clock shows a late year.
    private static func expressible(_ seconds: Int64) -> Int64 {
        min(max(seconds, XMLDateTime.range.lowerBound), XMLDateTime.range.upperBound)
    }

    /// The status that is reported to the app with a SAML response: the innermost code.
    public var samlStatus: String { refusal?.statusCode ?? ResponseStatus.successCode }

    private static func invalidToken(_ reason: String) -> VSError {
        VSError(.invalidVerificationToken, "the provider rejected the verification token: \(reason)")
    }
}
