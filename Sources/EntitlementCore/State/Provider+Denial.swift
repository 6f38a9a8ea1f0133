import TVWorld

/// A provider's denial, or a failure to respond.
struct Denial: Equatable {
    var code: ErrorCode
    var message: String
    /// The provider's own message; nil if there is none.
    var details: String?
    /// Whether it counts toward the limit on repeated denials; a provider that cannot be reached has denied nothing.
    var isCounted = true

    /// Creates a denial with the provider's own message.
    init(_ code: ErrorCode, _ text: String) {
        self.code = code
        message = text
        details = text
    }

    /// Creates the denial that the integration specifies for a resource.
    init(_ override: ResourceOverride, of provider: Provider, resource: Resource) {
        code = ErrorCode(rawValue: override.denial.rawValue) ?? .authorizationDenied
        switch override.denial {
        case .receiveError: message = "The response from \(provider.name) was incomplete."
        case .connectionTimeout: message = "\(provider.name) cannot be reached."
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
    /// Returns the provider's denial for a resource; nil if it is authorized.
    ///
    /// The integration's setting for the resource takes precedence, followed by the subscriber's channels. For a user whom the
    /// world does not know (the provider belongs to another world), the provider's `channelID` at sign-in decides.
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
    /// Returns the response that does not depend on the user, if there is one.
    func override(of resource: Resource) -> ResourceOverride? {
        resources.isEmpty ? nil : resources[resource.text] ?? resources[resource.channel] ?? resources[Self.everyResource]
    }
}

extension AuthenticationRecord {
    /// Returns an attribute that the provider sent as an array or as a single string.
    func toldList(_ name: String) -> [String]? {
        switch attributes[name] {
        case .list(let texts)?: texts
        case .text(let text)?: [text]
        default: nil
        }
    }
}
