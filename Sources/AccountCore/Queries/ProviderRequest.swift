import Dates
import SAML
import TVWorld

/// The reason why a provider rejects a request, with its SAML status code.
public enum ProviderRefusal: Sendable, Equatable {
    /// The subscriber's account is suspended: `RequestDenied`.
    case accountSuspended
    /// The session has expired and only the user can renew it: `NoPassive`.
    case authenticationNeeded

    /// The status message.
    public var message: String {
        switch self {
        case .accountSuspended: "The account is suspended."
        case .authenticationNeeded: "The subscriber has to sign in again."
        }
    }
}

/// A request that the provider must answer, with everything that its response depends on.
public struct ProviderRequest: Sendable, Equatable {
    /// The requesting app.
    public var application: ApplicationID
    /// The provider.
    public var provider: Provider
    /// The user.
    public var subscriber: Subscriber
    /// The scheme of the provider's response.
    public var scheme: AuthenticationScheme
    /// The account at the time of the request.
    public var account: SystemAccount
    /// The new expiration date of the authentication in Unix seconds, if the provider renews it silently.
    public var renewedUntil: Int64?
    /// The reason why the provider rejects the request; nil if it does not.
    public var refusal: ProviderRefusal?
    /// The time of the request, in Unix seconds.
    public var now: Int64
    /// The request.
    public var request: MetadataRequest
    /// The service whose tokens the provider accepts.
    public var trust: ServiceTrust?
    /// The app's identifier of the action that the request belongs to, for the journal.
    public var correlation = ""

    /// The audience of a response to a request without a verification token.
    public var audience: String? { request.channelIdentifier ?? trust?.entityID }

    /// The error of a rejection for which no signed response is possible, for instance because a SAML response would have no
    /// audience; nil if the provider does not reject the request.
    public var refusalWithoutResponse: VSError? {
        refusal.map { VSError(.providerRejected, "\(provider.name) rejected the request: \($0.message)") }
    }

    /// The requested attributes that the subscriber has, each once, in the order of the request; an array has several values.
    public var attributes: [(name: String, values: [String])] {
        var seen: Set<String> = []
        return request.attributeNames.compactMap { name in
            guard let value = subscriber.attributes[name], seen.insert(name).inserted else { return nil }
            return (name, value.texts)
        }
    }

    /// The response in the scheme `API`, which needs no signature: the world's response for the provider, or else the attributes
    /// as JSON.
    public var applicationInterfaceResponse: ProviderResponse {
        if refusal != nil { return ProviderResponse(authenticationScheme: .api, status: "rejected", body: nil) }
        let members = attributes.map { JSON.Member($0.name, .strings($0.values)) }
        let body = provider.applicationInterfaceBody ?? JSON.object([.init("attributes", .object(members))]).serialized
        return ProviderResponse(authenticationScheme: .api, status: "success", body: body)
    }
}

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
    /// - Parameter identifier: Returns a random identifier: a letter or `_`, then letters, digits, `_`, `-` and `.`. Every
    ///   response uses the same number of them, so that they are reproducible.
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

    /// Returns a time, or the nearest one that SAML can express: if the clock shows a late year, a sign-in can end after all of
    /// these.
    private static func expressible(_ seconds: Int64) -> Int64 {
        min(max(seconds, XMLDateTime.range.lowerBound), XMLDateTime.range.upperBound)
    }

    /// The status that is reported to the app with a SAML response: the innermost code.
    public var samlStatus: String { refusal?.statusCode ?? ResponseStatus.successCode }

    private static func invalidToken(_ reason: String) -> VSError {
        VSError(.invalidVerificationToken, "the provider rejected the verification token: \(reason)")
    }
}
