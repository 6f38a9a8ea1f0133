import TVWorld

/// One attribute that a provider tells about a subscriber.
public struct ReleasedAttribute: Sendable, Equatable {
    /// The name, as in the service's user-metadata table: `userID`.
    public var name: String
    /// One value, or several of a list.
    public var values: [String]

    /// An attribute.
    public init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }
}

/// Why a provider refuses, and the SAML status code that says so.
public enum ProviderRefusal: Sendable, Equatable {
    /// The subscriber's account is suspended: `RequestDenied`.
    case accountSuspended
    /// The session is over and only the user could renew it: `NoPassive`.
    case authenticationNeeded

    /// The second-level status code; the first is `…:status:Responder`.
    public var statusCode: String {
        switch self {
        case .accountSuspended: "urn:oasis:names:tc:SAML:2.0:status:RequestDenied"
        case .authenticationNeeded: "urn:oasis:names:tc:SAML:2.0:status:NoPassive"
        }
    }

    /// The status message.
    public var message: String {
        switch self {
        case .accountSuspended: "The account is suspended."
        case .authenticationNeeded: "The subscriber has to sign in again."
        }
    }
}

/// A request that the provider itself has to answer, with all that its answer depends on.
public struct ProviderContact: Sendable, Equatable {
    /// The app that asks.
    public var application: ApplicationID
    /// The provider.
    public var provider: Provider
    /// The user.
    public var subscriber: Subscriber
    /// The scheme in which the provider answers.
    public var scheme: AuthenticationScheme
    /// The account as the request found it.
    public var account: SystemAccount
    /// The new end of the authentication in Unix seconds, when the provider renews it silently.
    public var renewedUntil: Int64?
    /// Why the provider refuses; nil when it answers.
    public var refusal: ProviderRefusal?
    /// The attributes asked for that the subscriber has, in the order of the request.
    public var attributes: [ReleasedAttribute]
    /// When the request was made, in Unix seconds.
    public var now: Int64
    /// The request.
    public var request: MetadataRequest
    /// The service whose tokens the provider accepts.
    public var trust: ServiceTrust?

    /// The audience of an answer to a request without a verification token.
    public var audience: String? { request.channelIdentifier ?? trust?.entityID }

    /// The error of a refusal of which no signed answer can be made, as when a SAML answer would have no audience; nil when the
    /// provider does not refuse.
    public var refusalWithoutResponse: VSError? {
        refusal.map { VSError(.providerRejected, "\(provider.name) refused: \($0.message)") }
    }

    /// The attributes of a subscriber that are in a list of names, each once.
    static func attributes(of subscriber: Subscriber, named names: [String]) -> [ReleasedAttribute] {
        var seen: Set<String> = []
        return names.compactMap { name in
            guard let value = subscriber.attributes[name], seen.insert(name).inserted else { return nil }
            return ReleasedAttribute(name: name, values: value.texts)
        }
    }
}

extension AttributeValue {
    /// The value as a SAML attribute carries it: a list as several values, a map as one JSON text with sorted keys.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .flag(let flag): [flag ? "true" : "false"]
        case .list(let list): list
        case .number(let number): [String(number)]
        case .map(let map): [JSONText.object(map.sorted { $0.key < $1.key }.map { ($0.key, JSONText.string($0.value)) })]
        }
    }
}

extension ProviderContact {
    /// The answer in the scheme `API`, which needs no signature: what the world has for the provider, else the attributes as JSON.
    public var applicationInterfaceResponse: ProviderResponse {
        if refusal != nil { return ProviderResponse(authenticationScheme: .api, status: "rejected", body: nil) }
        let members = attributes.map { ($0.name, JSONText.array($0.values.map(JSONText.string))) }
        let body = provider.applicationInterfaceBody ?? JSONText.object([("attributes", JSONText.object(members))])
        return ProviderResponse(authenticationScheme: .api, status: "success", body: body)
    }
}
