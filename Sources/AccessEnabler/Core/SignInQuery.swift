/// What `getAuthentication` says about the system's picker: the entries `TV_PROVIDERS` and `FEATURED_TV_PROVIDERS` of its filter.
struct ProviderFilter: Sendable, Equatable {
    /// The MVPDs that the picker may show, in order; nil without the entry.
    let shown: [String]?
    /// Those of them that it shows first.
    let featured: [String]

    /// No filter.
    static let none = ProviderFilter([:])

    /// Reads the entries; one text counts as an array of one.
    init(_ entries: [String: JSONValue]) {
        shown = entries[TV_PROVIDERS].map(Self.identifiers)
        featured = entries[FEATURED_TV_PROVIDERS].map(Self.identifiers) ?? []
    }

    private static func identifiers(_ value: JSONValue) -> [String] {
        var seen: Set<String> = []
        return (value.list == nil ? [value.text].compactMap(\.self) : value.texts).filter { seen.insert($0).inserted }
    }
}

/// A question to the system account that may interrupt the user: with its picker, with a provider's sign-in form.
struct SignInQuery: Sendable, Equatable {
    /// The SAML issuer of the service, by which the provider knows the channel.
    let channel: String
    /// The platform's identifiers of the only providers to offer, in order; empty: the device's whole line-up.
    let supported: [String]
    /// Those of them to show first, in order.
    let featured: [String]
    /// The providers whose sign-in form may appear: the answer when the system asks to confirm the user's choice.
    let accepted: Set<String>
    /// Whether the user has to sign in again although the account is valid.
    let isForced: Bool

    /// A question for a requestor's app.
    ///
    /// Of the filter only MVPDs with single sign-on count, featured ones only beside ``TV_PROVIDERS``; when nothing is left of
    /// it, it is as if there were none. A form is accepted where it leads to a token: not at providers that are not integrated
    /// or have single sign-on off, that sign people in on their own pages, or that everybody is authenticated at anyway.
    init(_ configuration: RequestorConfiguration, filter: ProviderFilter, isForced: Bool) {
        channel = SilentExchange.channel
        self.isForced = isForced
        let platformIDs = Dictionary(
            configuration.providers.filter(\.hasSingleSignOn).compactMap { provider in
                provider.platformID.map { (provider.id, $0) }
            }, uniquingKeysWith: { first, _ in first })
        let shown = filter.shown ?? []
        supported = shown.compactMap { platformIDs[$0] }
        featured = filter.featured.filter(shown.contains).compactMap { platformIDs[$0] }
        accepted = Set(
            configuration.providers.filter { $0.isSupported && !$0.authenticatesAll }.compactMap(\.platformID))
    }
}
