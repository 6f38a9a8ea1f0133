/// The providers, subscribers and requestors that the device and the service share.
public struct World: Sendable, Equatable {
    /// The providers, in the order of the service's configuration.
    public var providers: [Provider] = []
    /// The subscribers of all providers.
    public var subscribers: [Subscriber] = []
    /// The requestors.
    public var requestors: [Requestor] = []
    /// The integrations of requestors with providers.
    public var integrations: [Integration] = []
    /// The temporary passes that requestors offer.
    public var temporaryPasses: [TemporaryPass] = []
    /// The resources that requestors offer.
    public var resources: [String] = []
    /// The device's region (ISO 3166-1 alpha-2).
    public var region = "US"
    /// The regions in which the platform has television providers.
    public var supportedRegions = ["US"]

    /// A world without any parts.
    public static let empty = World()

    /// The world with only its regions.
    public var emptied: World { World(region: region, supportedRegions: supportedRegions) }

    /// The platform identifiers of all providers except temporary passes, which no device signs in to.
    public var platformProviderIDs: [String] { providers.filter { !$0.isTemporaryPass }.map(\.id) }

    /// Returns the provider with a platform identifier.
    public func provider(id: String) -> Provider? { providers.first { $0.id == id } }

    /// Returns the provider with a service identifier.
    public func provider(mvpd: String) -> Provider? { providers.first { $0.mvpd == mvpd } }

    /// Returns the requestor with an identifier.
    public func requestor(id: String) -> Requestor? { requestors.first { $0.id == id } }

    /// Returns the subscriber of a provider, by the user name of its sign-in form.
    public func subscriber(provider: String, username: String) -> Subscriber? {
        subscribers.first { $0.provider == provider && $0.username == username }
    }

    /// Returns the subscriber of a provider, by the identifier in its SAML responses.
    public func subscriber(provider: String, userID: String) -> Subscriber? {
        subscribers.first { $0.provider == provider && $0.userID == userID }
    }

    /// Returns the integration of a requestor with a provider.
    public func integration(requestor: String, mvpd: String) -> Integration? {
        integrations.first { $0.requestor == requestor && $0.mvpd == mvpd }
    }

    /// Returns the temporary pass of a requestor.
    public func temporaryPass(requestor: String, mvpd: String) -> TemporaryPass? {
        temporaryPasses.first { $0.requestor == requestor && $0.mvpd == mvpd }
    }
}

/// A programmer's temporary access without a provider (TempPass): its duration and number of resources.
public struct TemporaryPass: Sendable, Equatable {
    /// The owner of a started pass.
    public enum Kind: String, Sendable, CaseIterable {
        /// The device.
        case basic
        /// The device and the user, optionally with a limited number of resources.
        case promotional
    }

    /// The requestor's identifier.
    public var requestor: String
    /// The MVPD identifier of the temporary pass.
    public var mvpd: String
    /// The owner of a started pass.
    public var kind = Kind.basic
    /// The duration of the pass in seconds, counted from the first authorization.
    public var lifetime: Int64 = 600
    /// The maximum number of different resources of a promotional pass; nil for no limit.
    public var resourceLimit: Int?
    /// The member of `generic_data` that identifies the user of a promotional pass.
    public var identityKey = "email"
}
