import TVWorld

/// The kind of a profile: the way in which the user signed in.
public enum ProfileType: String, Sendable {
    /// By a login at the provider's page.
    case regular
    /// By the partner single sign-on of the system account.
    case appleSSO
    /// By a login of another app with the same platform identity.
    case platformSSO
    /// By a login of another app or device with the same service token.
    case serviceTokenSSO
    /// Without signing in: an AuthNAll rule is active.
    case degraded
    /// Without signing in: a temporary pass.
    case temporary

    /// Returns the party that vouches for it: an MVPD's identifier, or one of two names.
    public func issuer(mvpd: String) -> String {
        switch self {
        case .regular, .platformSSO, .serviceTokenSSO: mvpd
        case .appleSSO: "Apple"
        case .degraded, .temporary: "Adobe"
        }
    }
}

/// A valid profile of an owner, its own or one that an identity shares with it.
struct FoundProfile: Equatable {
    var session: AuthenticatedSession
    var type: ProfileType
    /// The stored profile: the owner's own, or the one that is shared.
    var source: ProfileKey
}

/// The result of looking up an owner's profile for a provider.
enum ProfileLookup: Equatable {
    /// No profile.
    case missing
    /// A profile that expired less than a week ago.
    case expired
    /// A profile that the administration or the provider ended less than a week ago.
    case invalidated
    /// A valid profile.
    case valid(FoundProfile)

    /// The profile, if it is valid.
    var profile: FoundProfile? { if case .valid(let found) = self { found } else { nil } }
}

extension EntitlementState {
    /// Returns an owner's profile for a provider: its own, or else the one that an identity of the call shares.
    ///
    /// - Parameters:
    ///   - identities: The identities of the call, the most important first.
    ///   - isAdmitted: Whether a profile of the system account counts for a provider; otherwise it is treated as missing.
    func profile(
        _ key: ProfileKey, identities: [SharedIdentity] = [], on platform: Platform? = nil, now: Int64,
        admitting isAdmitted: (Provider) -> Bool = { _ in true }
    ) -> ProfileLookup {
        guard let (integration, provider) = world.enabledIntegration(key.owner.requestor, key.mvpd) else { return .missing }
        let own = profiles[key].flatMap { profile in
            profile.authentication.tokenSource != .apple || isAdmitted(provider) ? profile : nil
        }
        if let own, !own.isInvalidated, now < own.authentication.expiresAt {
            let session = AuthenticatedSession(record: own.authentication, integration: integration, provider: provider)
            return .valid(
                FoundProfile(
                    session: session, type: own.authentication.tokenSource == .apple ? .appleSSO : .regular, source: key))
        }
        for identity in identities {
            if let shared = shared(identity, key, integration, provider, on: platform, now: now) { return .valid(shared) }
        }
        guard let own, now < own.authentication.expiresAt + ProfileRecord.retention else { return .missing }
        return own.isInvalidated ? .invalidated : .expired
    }

    /// Returns the valid profiles of an owner, and those that the identities share, by provider.
    func profiles(
        of owner: DeviceKey, identities: [SharedIdentity] = [], on platform: Platform? = nil, now: Int64,
        admitting isAdmitted: (Provider) -> Bool = { _ in true }
    ) -> [FoundProfile] {
        let own = profiles[startingWith: owner.values].map(\.recordKey.mvpd)
        let shared = identities.flatMap { sharedSignIns[startingWith: [$0.key]].map(\.recordKey.mvpd) }
        return Set(own + shared).sorted().compactMap { mvpd in
            profile(ProfileKey(owner: owner, mvpd: mvpd), identities: identities, on: platform, now: now, admitting: isAdmitted)
                .profile
        }
    }

    /// Returns the valid profile that an identity shares with an owner.
    func shared(
        _ identity: SharedIdentity, _ key: ProfileKey, _ integration: Integration, _ provider: Provider, on platform: Platform?,
        now: Int64
    ) -> FoundProfile? {
        guard !provider.authenticatesPerRequestor, let requestor = world.requestor(id: key.owner.requestor),
            let source = sharedProfile(identity, mvpd: key.mvpd, now: now), source.recordKey != key
        else { return nil }
        var record = source.authentication
        record.deviceKey = key.owner
        record.expiresAt = min(
            record.expiresAt, authenticationEnd(requestor, integration, on: platform ?? record.platform, now: now))
        return FoundProfile(
            session: AuthenticatedSession(record: record, integration: integration, provider: provider),
            type: identity.kind == .platform ? .platformSSO : .serviceTokenSSO, source: source.recordKey)
    }

    /// Returns the valid profile that an identity shares for a provider.
    func sharedProfile(_ identity: SharedIdentity, mvpd: String, now: Int64) -> ProfileRecord? {
        guard let sharing = sharedSignIns[.init(identity: identity.key, mvpd: mvpd)], let source = profiles[sharing.profile],
            source.identities.contains(identity), !source.isInvalidated, now < source.authentication.expiresAt,
            case let owner = sharing.profile.owner, world.enabledIntegration(owner.requestor, mvpd) != nil,
            let requestor = world.requestor(id: owner.requestor), loginAddresses(of: owner.applicationID, requestor) != nil
        else { return nil }
        return source
    }
}
