import TVWorld

extension Refusal {
    /// Creates a provider's denial with its own message.
    fileprivate init(denial code: ErrorCode, _ text: String) { self.init(403, code, text, details: text) }

    /// Creates the denial, or the failure to respond, that the integration specifies for a resource.
    fileprivate init(_ override: ResourceOverride, of provider: Provider, resource: Resource) {
        let text =
            switch override.denial {
            case .receiveError: "The response from \(provider.name) was incomplete."
            case .connectionTimeout: "\(provider.name) cannot be reached."
            case .executionTime: "\(provider.name) takes too long to answer."
            case .byProvider: "Your \(provider.name) subscription does not include \(resource.channel)."
            case .byParentalControls: "Parental controls of \(provider.name) do not allow \(resource.channel)."
            case .byHomePolicy: "\(provider.name) does not allow \(resource.channel) away from home."
            case .bySessionEnd: "\(provider.name) has ended your session."
            case .unknownIdentity: "\(provider.name) does not know this account."
            }
        self.init(403, ErrorCode(rawValue: override.denial.rawValue) ?? .authorizationDenied, text)
        details = override.message ?? (isCountedDenial ? text : nil)
    }

    /// Whether a provider's denial counts toward the limit on repeated denials; a provider that cannot be reached has denied
    /// nothing.
    var isCountedDenial: Bool { ![.networkReceiveError, .networkTimeout, .executionTime].contains(code) }
}

extension AuthenticatedSession {
    /// Returns the provider's denial for a resource, or its failure to respond; nil if it is authorized.
    ///
    /// The integration's setting for the resource takes precedence, followed by the subscriber's channels. For a user whom the
    /// world does not know (the provider belongs to another world), the provider's `channelID` at sign-in decides.
    func denial(of resource: Resource, in world: World) -> Refusal? {
        if provider.isTemporaryPass { return nil }
        if let override = integration.override(of: resource) { return Refusal(override, of: provider, resource: resource) }
        let name = provider.name
        let subscriber = world.subscriber(provider: provider.id, userID: record.userID)
        if subscriber?.isSuspended == true { return Refusal(denial: .sessionInvalidated, "Your \(name) account is suspended.") }
        guard let channels = subscriber?.channels ?? record.listAttribute("channelID") else {
            return Refusal(denial: .identityNotRecognized, "\(name) does not know this account.")
        }
        guard channels.contains(resource.channel) else {
            return Refusal(denial: .authorizationDenied, "Your \(name) subscription does not include \(resource.channel).")
        }
        let limits = subscriber?.attributes["maxRating"] ?? record.attributes["maxRating"]
        if let rating = resource.rating, case .map(let limits)? = limits, rating.exceeds(limits) {
            return Refusal(denial: .parentalControls, "Parental controls of \(name) do not allow \(rating.value).")
        }
        return nil
    }
}

extension Integration {
    /// Returns the response that does not depend on the user, if there is one.
    func override(of resource: Resource) -> ResourceOverride? {
        resources.isEmpty ? nil : resources[resource.text] ?? resources[resource.channel] ?? resources[Self.everyResource]
    }
}

extension AuthenticationRecord {
    /// Returns an attribute that the provider sent as an array or as a single string.
    func listAttribute(_ name: String) -> [String]? {
        switch attributes[name] {
        case .list(let texts)?: texts
        case .text(let text)?: [text]
        default: nil
        }
    }
}
