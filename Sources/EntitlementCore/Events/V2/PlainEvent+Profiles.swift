import TVWorld

/// The app's next step after the end of a profile.
public enum ProfileLogout: Sendable, Equatable {
    /// Open the logout's URL in a browser.
    case logout(PendingLogout)
    /// Ask the user to sign out of the system account.
    case partner
    /// Nothing: the logout is complete.
    case complete
    /// Nothing: there was no profile.
    case invalid
}

extension EntitlementEvent {
    /// Returns a device's profiles, at most one for a provider: REST v2 `GET /api/v2/{serviceProvider}/profiles` and
    /// `GET /api/v2/{serviceProvider}/profiles/{mvpd}`.
    ///
    /// - Parameter mvpd: The provider of the path; nil: all providers.
    public static func readProfiles(call: ClientCall, mvpd: String? = nil) -> Self where Self == PlainEvent<[ProfileAnswer]> {
        var details = call.journalDetails
        details["mvpd"] = mvpd
        return Self(.profilesRead, details) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            if let mvpd { try state.check(mvpd: mvpd) }
            let owner = try state.owner(of: call, requestor)
            // The user stays signed in until the profile expires, even if the system account's sign-in has expired.
            func isAdmitted(_ provider: Provider) -> Bool {
                PartnerVerdict(call.partnerStatus, for: provider, in: state.world, now: context.now).admitsProfile
            }
            guard let mvpd else {
                let found = state.profiles(
                    of: owner, identities: call.identities, on: call.platform, now: context.now, admitting: isAdmitted)
                return Decision(found.map { state.answer(of: $0) })
            }
            let target = try state.activeIntegration(requestor, mvpd: mvpd)
            let found = state.profile(
                ProfileKey(owner: owner, mvpd: mvpd), identities: call.identities, on: call.platform, now: context.now,
                admitting: isAdmitted)
            if let profile = found.profile { return Decision([state.answer(of: profile)]) }
            let substitute = try state.substituteProfile(
                requestor, target, deviceID: owner.deviceID, identifiers: call.temporaryPassIdentifiers, on: call.platform,
                now: context.now)
            return Decision(substitute.map { [$0] } ?? [])
        }
    }

    /// Returns the profile of the login with a session's code: REST v2 `GET /api/v2/{serviceProvider}/profiles/code/{code}`. It
    /// is empty until the login is completed.
    ///
    /// - Parameters:
    ///   - access: The access granted by the token; its client may differ from the session's.
    ///   - deviceIdentifier: The caller's device, which is not required: the session has one.
    ///   - temporaryPassIdentifiers: The digests of the members of `AP-TempPass-Identity`; nil if it is missing or unreadable.
    public static func readProfiles(
        access: ClientAccess, serviceProvider: String, code: String, deviceIdentifier: DeviceIdentifier,
        temporaryPassIdentifiers: [String: String]?
    ) -> Self where Self == PlainEvent<[ProfileAnswer]> {
        Self(.profilesRead, ["requestor": serviceProvider, "code": code]) { (state, context) throws(Refusal) in
            let requestor = try state.admit(access, serviceProvider: serviceProvider)
            let normalized = try RegistrationCode.normalized(required: code)
            try state.check(optional: deviceIdentifier)
            let found = try state.authenticationSession(normalized, of: requestor, now: context.now)
            let record = found.code
            if record.isUsed { return Decision(found.profile.map { [state.answer(of: $0)] } ?? []) }
            guard let mvpd = record.mvpd, let target = try? state.activeIntegration(requestor, mvpd: mvpd) else {
                return Decision([])
            }
            let substitute = try state.substituteProfile(
                requestor, target, deviceID: record.key.deviceID, identifiers: temporaryPassIdentifiers, on: record.platform,
                now: context.now)
            guard let substitute else { return Decision([]) }
            return Decision([state.profile(of: record, now: context.now).map { state.answer(of: $0) } ?? substitute])
        }
    }

    /// Ends a profile, and prepares the logout at its provider: REST v2 `GET /api/v2/{serviceProvider}/logout/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path.
    ///   - redirectURL: The browser's destination after the logout; nil if missing.
    public static func endProfile(call: ClientCall, mvpd: String, redirectURL: String?) -> Self
    where Self == PlainEvent<ProfileLogout> {
        Self(.profileLoggedOut, call.journalDetails.merging(["mvpd": mvpd]) { $1 }) { (state, context) throws(Refusal) in
            let requestor = try state.admit(call.access, serviceProvider: call.serviceProvider)
            try state.check(mvpd: mvpd)
            let key = ProfileKey(owner: try state.owner(of: call, requestor), mvpd: mvpd)
            let (integration, provider) = try state.activeIntegration(requestor, mvpd: mvpd)
            let addresses = try state.loginAddresses(admitted: key.owner, requestor)
            try SessionFields(redirectURL: redirectURL).requireRedirectURL(addresses, requestor)
            if provider.isTemporaryPass { return Decision(.complete) }
            let own = state.profile(key, now: context.now).profile
            let shared = call.identities.compactMap {
                state.shared($0, key, integration, provider, on: call.platform, now: context.now)
            }
            let found = (own.map { [$0] } ?? []) + shared
            let removed = Set(found.map(\.source) + [key]).sorted { $0.values.lexicographicallyPrecedes($1.values) }
            let changes =
                found.isEmpty
                ? [] : removed.flatMap { [Change.remove(ProfileRecord.self, $0), .remove(ProfileAuthorization.self, $0)] }
            let rule = state.authenticationRule(requestor.id, mvpd, on: call.platform, now: context.now)
            if rule != nil { return Decision(.complete, changes: changes) }
            guard let profile = found.first else { return Decision(.invalid) }
            if profile.type == .appleSSO { return Decision(.partner, changes: changes) }
            guard state.singleLogout(of: profile.session.record) != nil else { return Decision(.complete, changes: changes) }
            let logout = PendingLogout(
                id: context.random.uuid(), authentication: profile.session.record,
                redirectURL: redirectURL ?? addresses.standard, expiresAt: context.now + PendingLogout.lifetime)
            return Decision(.logout(logout), changes: changes + [.save(logout)])
        }
    }
}

extension EntitlementState {
    /// Returns the profile that replaces a sign-in: an AuthNAll rule's, or a temporary pass's; nil if a login is required.
    func substituteProfile(
        _ requestor: Requestor, _ target: (integration: Integration, provider: Provider), deviceID: String,
        identifiers: [String: String]?, on platform: Platform?, now: Int64
    ) throws(Refusal) -> ProfileAnswer? {
        if let rule = authenticationRule(requestor.id, target.provider.mvpd, on: platform, now: now) {
            return degradedProfile(requestor, target.integration, deviceID: deviceID, rule: rule, on: platform, now: now)
        }
        guard target.provider.isTemporaryPass else { return nil }
        return try temporaryProfile(requestor, target.provider, deviceID: deviceID, identifiers: identifiers, now: now)
    }
}
