import TVWorld

/// A provider's no, or its silence.
struct Denial: Equatable {
    /// Why.
    var code: ErrorCode
    /// What happened.
    var message: String
    /// The provider's own text; nil when the provider said nothing.
    var details: String?
    /// Whether the guard against repeated denials counts it; a provider that cannot be reached has denied nothing.
    var isCounted = true

    /// A no in the provider's own words.
    init(_ code: ErrorCode, _ text: String) {
        self.code = code
        message = text
        details = text
    }

    /// What the integration has a provider say about a resource.
    init(_ override: ResourceOverride, of provider: Provider, resource: Resource) {
        code = ErrorCode(rawValue: override.denial.rawValue) ?? .authorizationDenied
        switch override.denial {
        case .receiveError: message = "The answer of \(provider.name) broke off."
        case .connectionTimeout: message = "\(provider.name) cannot be connected to."
        case .executionTime: message = "\(provider.name) takes too long to answer."
        case .byProvider: message = "Your \(provider.name) subscription does not include \(resource.channel)."
        case .byParentalControls: message = "Parental controls of \(provider.name) do not allow \(resource.channel)."
        case .byHomePolicy: message = "\(provider.name) does not allow \(resource.channel) away from home."
        case .bySessionEnd: message = "\(provider.name) has ended your session."
        case .unknownIdentity: message = "\(provider.name) does not know this account."
        }
        isCounted = ![.receiveError, .connectionTimeout, .executionTime].contains(override.denial)
        details = override.message ?? (isCounted ? message : nil)
    }
}

extension Provider {
    /// What the provider answers when it is asked about a resource: nil is a yes.
    ///
    /// What the integration says about the resource comes first, then the subscriber's channels. A user whom the world does not know
    /// (the provider vouched for somebody else's world) is judged by the `channelID` that the provider told at sign-in.
    func denial(
        of resource: Resource, to record: AuthenticationRecord, _ integration: Integration, in world: World
    ) -> Denial? {
        if isTemporaryPass { return nil }
        if let override = integration.override(of: resource) { return Denial(override, of: self, resource: resource) }
        let subscriber = world.subscriber(provider: id, userID: record.userID)
        if subscriber?.isSuspended == true { return Denial(.sessionInvalidated, "Your \(name) account is suspended.") }
        guard let channels = subscriber?.channels ?? record.toldList("channelID") else {
            return Denial(.identityNotRecognized, "\(name) does not know this account.")
        }
        guard channels.contains(resource.channel) else {
            return Denial(.authorizationDenied, "Your \(name) subscription does not include \(resource.channel).")
        }
        let limits = subscriber?.attributes["maxRating"] ?? record.attributes["maxRating"]
        if let rating = resource.rating, case .map(let limits)? = limits, rating.exceeds(limits) {
            return Denial(.parentalControls, "Parental controls of \(name) do not allow \(rating.value).")
        }
        return nil
    }
}

extension Integration {
    /// The answer that does not depend on who asks, if there is one.
    func override(of resource: Resource) -> ResourceOverride? {
        resources.isEmpty ? nil : resources[resource.text] ?? resources[resource.channel] ?? resources[Self.everyResource]
    }
}

extension AuthenticationRecord {
    /// An attribute that the provider told as a list, or as a single text.
    func toldList(_ name: String) -> [String]? {
        switch attributes[name] {
        case .list(let texts)?: texts
        case .text(let text)?: [text]
        default: nil
        }
    }
}
