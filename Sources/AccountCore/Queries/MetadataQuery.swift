import TVWorld

/// The outcome of a metadata request, as far as it can be decided without the provider.
public enum MetadataDecision: Sendable, Equatable {
    /// It completes.
    case complete(AccountMetadata)
    /// It fails.
    case fail(VSError)
    /// The provider must respond; its response is passed to `MetadataQuery.finish`.
    case contactProvider(ProviderRequest)
}

/// `QueryMetadata`: the rows E, C4 and P that need no prompt, in the device's order: permission, region, line-up and the request's
/// filter, account, provider.
public enum MetadataQuery {
    /// Decides a request that may not interrupt the user.
    ///
    /// - Throws: `InvalidInput` for a request that is an exception on the device.
    public static func decide(
        _ request: MetadataRequest, by app: ApplicationID, in state: DeviceState, now: Int64
    ) throws(InvalidInput) -> MetadataDecision {
        let status = state.accessStatus(of: app)
        if status == .denied || status == .restricted { return .fail(.accessNotGranted(status, app: app)) }
        if request.localizedVideoTitle != nil {
            throw InvalidInput(
                field: "localized-video-title",
                message: "is accepted only by a request that may interrupt the user, RequestMetadata")
        }
        guard status == .granted else {
            return .fail(state.isRegionSupported ? .accessNotGranted(status, app: app) : .unsupportedRegion(state.region))
        }
        if let error = unavailability(of: request, in: state) { return .fail(error) }
        if request.accountProviderAuthenticationToken != nil {
            return .fail(
                VSError(.rejected, "account-provider-authentication-token needs a request that may interrupt the user"))
        }
        guard let account = account(for: request, in: state) else { return .complete(AccountMetadata()) }
        return decide(request, by: app, account: account, in: state, now: now)
    }

    /// Returns the metadata for an app after the provider has responded.
    ///
    /// - Throws: `VSError.unsupportedProvider` if the response has a scheme that the request does not support, `providerRejected`
    ///   if the provider rejected the request.
    public static func finish(_ contact: ProviderRequest, with response: ProviderResponse) throws(VSError) -> AccountMetadata {
        guard contact.request.supportedAuthenticationSchemes.contains(response.authenticationScheme.rawValue) else {
            throw noCommonScheme(contact.provider)
        }
        if var refusal = contact.refusalWithoutResponse {
            refusal.accountProviderResponse = response
            throw refusal
        }
        var account = contact.account
        if let renewedUntil = contact.renewedUntil { account.expiresAt = renewedUntil }
        var metadata = metadata(of: account, for: contact.request, app: contact.application)
        metadata.accountProviderResponse = response
        return metadata
    }

    /// Returns the reason why no account could serve a request, whichever user is signed in: rows E12 and E13.
    static func unavailability(of request: MetadataRequest, in state: DeviceState) -> VSError? {
        guard state.isRegionSupported else {
            return VSError(.unsupportedProvider, "region \(state.region) has no TV providers")
        }
        guard hasChoice(request, in: state) else {
            return VSError(.unsupportedProvider, "none of the providers that the request supports is in the line-up")
        }
        return nil
    }

    /// Returns the account for a request. A remembered account counts only if signing in is impossible (row E9).
    static func account(for request: MetadataRequest, in state: DeviceState) -> SystemAccount? {
        guard let account = state.account else { return nil }
        guard account.isRemembered, let provider = state.provider(id: account.provider) else { return account }
        let canSignIn =
            provider.boarding == .supported && state.isInLineUp(provider) && request.commonScheme(with: provider) != nil
        return canSignIn ? nil : account
    }

    /// Decides the request of an app with access, if a user is signed in.
    ///
    /// - Parameter isAuthenticated: Whether the user has signed in for this request, so that nothing has to be renewed.
    static func decide(
        _ request: MetadataRequest, by app: ApplicationID, account: SystemAccount, in state: DeviceState, now: Int64,
        isAuthenticated: Bool = false
    ) -> MetadataDecision {
        guard let provider = state.provider(id: account.provider) else {
            return .fail(unsupported(account.provider, "the account's provider no longer exists", .providerVanished))
        }
        if let allowed = request.allowList, !allowed.contains(provider.id) {
            return .fail(unsupported(provider.id, "the account is at \(provider.id), which the request does not support"))
        }
        guard provider.boarding == .supported, state.isInLineUp(provider) else {
            return .fail(unsupported(provider.id, "\(provider.id) does not take part in the platform's single sign-on"))
        }
        guard let scheme = request.commonScheme(with: provider) else { return .fail(noCommonScheme(provider)) }
        guard !request.attributeNames.isEmpty || request.forceAuthentication else {
            return .complete(metadata(of: account, for: request, app: app))
        }
        guard let subscriber = state.subscriber(provider: provider.id, username: account.subscriber) else {
            return .fail(unsupported(provider.id, "\(provider.id) no longer knows the account", .providerVanished))
        }
        var contact = ProviderRequest(
            application: app, provider: provider, subscriber: subscriber, scheme: scheme, account: account, now: now,
            request: request, trust: state.trust)
        let needsAuthentication = !isAuthenticated && (request.forceAuthentication || !account.isValid(at: now))
        if subscriber.isSuspended {
            contact.refusal = .accountSuspended
        } else if needsAuthentication, provider.hasSilentRenewal {
            contact.renewedUntil = now + Scenario.Account.defaultLifetime
        } else if needsAuthentication {
            contact.refusal = .authenticationNeeded
        }
        return .contactProvider(contact)
    }

    /// Returns whether a picker for this request would have any rows.
    private static func hasChoice(_ request: MetadataRequest, in state: DeviceState) -> Bool {
        guard let allowed = request.allowList.map(Set.init) else {
            return !state.developer.providers.isEmpty || state.world.providers.contains(where: state.isInLineUp)
        }
        return !request.applicationAccountProviders.isEmpty
            || state.developer.providers.contains { allowed.contains($0.id) }
            || state.world.providers.contains { allowed.contains($0.id) && state.isInLineUp($0) }
    }

    /// Returns the stored account's metadata as requested.
    private static func metadata(
        of account: SystemAccount, for request: MetadataRequest, app: ApplicationID
    ) -> AccountMetadata {
        var metadata = AccountMetadata()
        if request.includeAccountProviderIdentifier { metadata.accountProviderIdentifier = account.provider }
        if request.includeAuthenticationExpirationDate { metadata.authenticationExpirationDate = account.expiresAt }
        metadata.verificationData = account.verificationData(for: app)
        return metadata
    }

    static func noCommonScheme(_ provider: Provider) -> VSError {
        unsupported(
            provider.id, "\(provider.id) supports none of the request's schemes", .noCommonScheme)
    }

    static func unsupported(_ provider: String, _ message: String, _ underlying: UnderlyingCode? = nil) -> VSError {
        VSError(.unsupportedProvider, message, underlyingCode: underlying, unsupportedProviderIdentifier: provider)
    }
}
