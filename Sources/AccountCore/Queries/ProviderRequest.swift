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
}

extension ProviderRequest {
    /// The response in the scheme `API`, which needs no signature: the world's response for the provider, or else the attributes
    /// as JSON.
    public var applicationInterfaceResponse: ProviderResponse {
        if refusal != nil { return ProviderResponse(authenticationScheme: .api, status: "rejected", body: nil) }
        let members = attributes.map { JSON.Member($0.name, .strings($0.values)) }
        let body = provider.applicationInterfaceBody ?? JSON.object([.init("attributes", .object(members))]).serialized
        return ProviderResponse(authenticationScheme: .api, status: "success", body: body)
    }
}
