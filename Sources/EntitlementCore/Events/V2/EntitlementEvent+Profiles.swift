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
    public static func readProfiles(call: ClientCall, mvpd: String? = nil) -> Self where Answer == [ProfileAnswer] {
        var details = call.journalDetails
        details["mvpd"] = mvpd
        return Self(.profilesRead, details) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context, mvpd: mvpd)
            // The user stays signed in until the profile expires, even if the system account's sign-in has expired.
            func isAdmitted(_ provider: Provider) -> Bool {
                PartnerVerdict(call.partnerStatus, for: provider, in: state.world, now: context.now).admitsProfile
            }
            guard let mvpd else {
                let found = device.profiles(identities: call.identities, admitting: isAdmitted)
                return Decision(found.map { state.answer(of: $0) })
            }
            let target = try state.activeIntegration(device.requestor, mvpd: mvpd)
            if let found = device.profile(mvpd, identities: call.identities, admitting: isAdmitted).profile {
                return Decision([state.answer(of: found)])
            }
            let substitute = try device.substituteProfile(at: target, identifiers: call.temporaryPassIdentifiers)
            return Decision(substitute.map { [$0] } ?? [])
        }
    }

    /// Returns the profile of the login with a session's code: REST v2 `GET /api/v2/{serviceProvider}/profiles/code/{code}`.
    /// There is none until the login is completed, unless the session's provider needs no login.
    ///
    /// - Parameters:
    ///   - access: The access granted by the token; its client may differ from the session's.
    ///   - deviceIdentifier: The caller's device, which is not required: the session has one.
    ///   - temporaryPassIdentifiers: The digests of the members of `AP-TempPass-Identity`; nil if it is missing or unreadable.
    public static func readProfiles(
        access: ClientAccess, serviceProvider: String, code: String, deviceIdentifier: DeviceIdentifier,
        temporaryPassIdentifiers: [String: String]?
    ) -> Self where Answer == [ProfileAnswer] {
        Self(.profilesRead, ["requestor": serviceProvider, "code": code]) { (state, context) throws(Refusal) in
            let requestor = try state.admit(access, serviceProvider: serviceProvider)
            let normalized = try RegistrationCode.normalized(required: code)
            try state.check(optional: deviceIdentifier)
            let found = try FoundSession(normalized, of: requestor, state, context)
            let profile = { found.device.profile(of: found.code).map { state.answer(of: $0) } }
            if found.code.isUsed { return Decision(profile().map { [$0] } ?? []) }
            guard let mvpd = found.code.mvpd, let target = try? state.activeIntegration(requestor, mvpd: mvpd),
                let substitute = try found.device.substituteProfile(at: target, identifiers: temporaryPassIdentifiers)
            else { return Decision([]) }
            return Decision([profile() ?? substitute])
        }
    }

    /// Ends a profile, and prepares the logout at its provider: REST v2 `GET /api/v2/{serviceProvider}/logout/{mvpd}`.
    ///
    /// - Parameters:
    ///   - mvpd: The provider of the path.
    ///   - redirectURL: The browser's destination after the logout; nil if missing.
    public static func endProfile(call: ClientCall, mvpd: String, redirectURL: String?) -> Self where Answer == ProfileLogout {
        Self(.profileLoggedOut, call.journalDetails.merging(["mvpd": mvpd]) { $1 }) { (state, context) throws(Refusal) in
            let device = try DeviceContext(call, state, context, mvpd: mvpd)
            let (integration, provider) = try state.activeIntegration(device.requestor, mvpd: mvpd)
            let addresses = try device.loginAddresses()
            try SessionFields(redirectURL: redirectURL).requireRedirectURL(addresses, device.requestor)
            if provider.isTemporaryPass { return Decision(.complete) }
            let own = device.profile(mvpd).profile
            let found = (own.map { [$0] } ?? []) + call.identities.compactMap { device.shared($0, integration, provider) }
            let removed = Set(found.map(\.source) + [ProfileKey(owner: device.key, mvpd: integration.mvpd)])
                .sorted { $0.values.lexicographicallyPrecedes($1.values) }
            let changes =
                found.isEmpty
                ? [] : removed.flatMap { [Change.remove(ProfileRecord.self, $0), .remove(ProfileAuthorization.self, $0)] }
            if device.authenticationRule(mvpd) != nil { return Decision(.complete, changes: changes) }
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
