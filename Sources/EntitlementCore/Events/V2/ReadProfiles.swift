import TVWorld

extension EntitlementEvent where Self == PlainEvent<[ProfileAnswer]> {
    /// Returns a device's profiles, at most one for a provider: REST v2 `GET /api/v2/{serviceProvider}/profiles` and
    /// `GET /api/v2/{serviceProvider}/profiles/{mvpd}`.
    ///
    /// - Parameter mvpd: The provider of the path; nil: all providers.
    public static func readProfiles(call: ClientCall, mvpd: String? = nil) -> Self {
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
