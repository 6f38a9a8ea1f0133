import ServiceAccess

/// The entries of `getAuthentication`'s filter for the system's picker: `TV_PROVIDERS` and `FEATURED_TV_PROVIDERS`.
struct ProviderFilter: Sendable, Equatable {
    /// The MVPDs that the picker may list, in order; nil without the entry.
    let shown: [String]?
    /// The MVPDs that it lists first.
    let featured: [String]

    static let none = ProviderFilter([:])

    /// Creates a filter from the entries; a single string counts as an array of one.
    init(_ entries: [String: JSONValue]) {
        shown = entries[TV_PROVIDERS].map(Self.identifiers)
        featured = entries[FEATURED_TV_PROVIDERS].map(Self.identifiers) ?? []
    }

    private static func identifiers(_ value: JSONValue) -> [String] {
        var seen: Set<String> = []
        return (value.list == nil ? [value.text].compactMap(\.self) : value.texts).filter { seen.insert($0).inserted }
    }
}

/// A query to the system account that may prompt the user with its picker or a provider's sign-in form.
struct SignInQuery: Sendable, Equatable {
    /// The platform's identifiers of the only providers to list, in order; empty: all providers of the device.
    let supported: [String]
    /// The providers to list first, in order.
    let featured: [String]
    /// The providers whose sign-in form may appear: the answer when the system asks to confirm the user's selection.
    let accepted: Set<String>
    /// Whether the user must sign in again even if the account is valid.
    let isForced: Bool

    /// Creates a query for a requestor's app.
    ///
    /// In the filter, only MVPDs with single sign-on count, and featured ones only with ``TV_PROVIDERS``. A filter without any
    /// remaining MVPD is ignored. A sign-in form is accepted if it leads to a token: not for providers that are not integrated or
    /// have single sign-on disabled, that sign users in on their own pages, or for which every user is authenticated anyway.
    init(_ configuration: RequestorConfiguration, filter: ProviderFilter, isForced: Bool) {
        self.isForced = isForced
        func platformID(of mvpd: String) -> String? {
            configuration.provider(id: mvpd).flatMap { $0.hasSingleSignOn ? $0.platformID : nil }
        }
        let shown = filter.shown ?? []
        supported = shown.compactMap(platformID)
        featured = filter.featured.filter(shown.contains).compactMap(platformID)
        accepted = Set(
            configuration.providers.filter { $0.isSupported && !$0.authenticatesAll }.compactMap(\.platformID))
    }
}
