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

/// A profile in an answer of REST v2.
public struct ProfileAnswer: Sendable, Equatable {
    /// The provider.
    public var mvpd: String
    /// The kind.
    public var type: ProfileType
    /// The start of the validity, in Unix milliseconds.
    public var notBefore: Int64
    /// The end of the validity, in Unix milliseconds.
    public var notAfter: Int64
    /// The user's metadata, including `userID`, as in REST v1.
    public var metadata: UserMetadata
}

extension DeviceContext {
    /// Returns the device's profile for a provider: its own, or else the one that an identity shares.
    ///
    /// - Parameters:
    ///   - identities: The identities of the call, the most important first.
    ///   - isAdmitted: Whether a profile of the system account counts for a provider; otherwise it is treated as missing.
    func profile(
        _ mvpd: String, identities: [SharedIdentity] = [], admitting isAdmitted: (Provider) -> Bool = { _ in true }
    ) -> ProfileLookup {
        guard let (integration, provider) = state.world.enabledIntegration(requestor.id, mvpd) else { return .missing }
        // By the world's name: a call may spell the same characters differently, and records are found by bytes.
        let key = ProfileKey(owner: key, mvpd: integration.mvpd)
        let own = state.profiles[key].flatMap { profile in
            profile.authentication.tokenSource != .apple || isAdmitted(provider) ? profile : nil
        }
        if let own, own.isValid(now: now) {
            let session = AuthenticatedSession(record: own.authentication, integration: integration, provider: provider)
            return .valid(
                FoundProfile(
                    session: session, type: own.authentication.tokenSource == .apple ? .appleSSO : .regular, source: key))
        }
        for identity in identities {
            if let shared = shared(identity, integration, provider) { return .valid(shared) }
        }
        guard let own, now < own.authentication.expiresAt + ProfileRecord.retention else { return .missing }
        return own.isInvalidated ? .invalidated : .expired
    }

    /// Returns the valid profiles of the device, and those that the identities share, by provider.
    func profiles(identities: [SharedIdentity], admitting isAdmitted: (Provider) -> Bool) -> [FoundProfile] {
        let own = state.profiles[startingWith: key.values].map(\.recordKey.mvpd)
        let shared = identities.flatMap { state.sharedSignIns[startingWith: [$0.key]].map(\.recordKey.mvpd) }
        return Set(own + shared).sorted().compactMap {
            profile($0, identities: identities, admitting: isAdmitted).profile
        }
    }

    /// Returns the valid profile that an identity shares with the device.
    func shared(_ identity: SharedIdentity, _ integration: Integration, _ provider: Provider) -> FoundProfile? {
        guard !provider.authenticatesPerRequestor,
            let source = state.sharedProfile(identity, mvpd: integration.mvpd, now: now),
            source.recordKey != ProfileKey(owner: key, mvpd: integration.mvpd)
        else { return nil }
        var record = source.authentication
        record.deviceKey = key
        record.expiresAt = min(record.expiresAt, authenticationEnd(integration, or: record.platform))
        return FoundProfile(
            session: AuthenticatedSession(record: record, integration: integration, provider: provider),
            type: identity.kind == .platform ? .platformSSO : .serviceTokenSSO, source: source.recordKey)
    }
}

extension EntitlementState {
    /// Returns the valid profile that an identity shares for a provider.
    func sharedProfile(_ identity: SharedIdentity, mvpd: String, now: Int64) -> ProfileRecord? {
        guard let sharing = sharedSignIns[.init(identity: identity.key, mvpd: mvpd)], let source = profiles[sharing.profile],
            source.identities.contains(identity), source.isValid(now: now), case let owner = sharing.profile.owner,
            world.enabledIntegration(owner.requestor, mvpd) != nil, let requestor = world.requestor(id: owner.requestor),
            loginAddresses(of: owner.applicationID, requestor) != nil
        else { return nil }
        return source
    }

    /// Returns REST v2's answer with a profile.
    func answer(of found: FoundProfile) -> ProfileAnswer {
        let record = found.session.record
        return ProfileAnswer(
            mvpd: record.mvpd, type: found.type, notBefore: record.createdAt, notAfter: record.expiresAt,
            metadata: metadata(of: found.session, alwaysWithUser: true))
    }

    /// Returns the user data that a requestor receives, and which of it is encrypted. The encryption is nil if the requestor has
    /// no certificate.
    ///
    /// - Parameter alwaysWithUser: Whether `userID` is returned even if the integration disables it.
    func metadata(of session: AuthenticatedSession, alwaysWithUser: Bool = false) -> UserMetadata {
        let record = session.record
        var (data, updated) = (record.attributes, record.createdAt)
        // The channels at sign-in are used only for preauthorizations.
        data["authorized_resources"] = nil
        data["userID"] = data["userID"] ?? .text(record.userID)
        if record.tokenSource == .apple { data["tokenSource"] = .text("Apple") }
        if let status = temporaryPass(of: record), status.pass.kind == .promotional {
            data.merge(status.metadata) { $1 }
            updated = max(updated, status.started?.resourcesChangedAt ?? updated)
        }
        let rules = session.integration.metadata ?? [:]
        data = data.filter { rules[$0.key]?.isEnabled ?? true || alwaysWithUser && $0.key == "userID" }
        let encryption = world.requestor(id: record.deviceKey.requestor)?.metadataEncryption
        let sensitive = encryption?.fields.map(Set.init) ?? UserMetadata.sensitiveKeys
        let encrypted = data.keys.sorted().filter {
            rules[$0]?.isEncrypted ?? (encryption != nil && sensitive.contains($0))
        }
        return UserMetadata(updated: updated / 1_000, data: data, encrypted: encrypted, encryption: encryption)
    }
}

extension ProfileRecord {
    func isValid(now: Int64) -> Bool { !isInvalidated && now < authentication.expiresAt }
}
