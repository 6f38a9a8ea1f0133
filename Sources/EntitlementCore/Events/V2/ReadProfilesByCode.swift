import TVWorld

extension EntitlementEvent where Self == PlainEvent<[ProfileAnswer]> {
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
    ) -> Self {
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
}
