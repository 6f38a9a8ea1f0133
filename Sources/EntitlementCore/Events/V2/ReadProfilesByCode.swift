import TVWorld

/// Returns the profile of the login with a session's code: REST v2 `GET /api/v2/{serviceProvider}/profiles/code/{code}`.
public struct ReadProfilesByCode: EntitlementEvent {
    /// The profile; empty until the login is completed.
    public typealias Answer = [ProfileAnswer]

    public var journalEvent: JournalEvent { .profilesRead }

    /// The access granted by the token; its client may differ from the session's.
    public var access: ClientAccess
    /// The service provider of the path.
    public var serviceProvider: String
    /// The code of the path.
    public var code: String
    /// The caller's device, which is not required: the session has one.
    public var deviceIdentifier: DeviceIdentifier
    /// The digests of the members of `AP-TempPass-Identity`; nil if it is missing or unreadable.
    public var temporaryPassIdentifiers: [String: String]?

    /// Creates the request of a screen.
    public init(
        access: ClientAccess, serviceProvider: String, code: String, deviceIdentifier: DeviceIdentifier,
        temporaryPassIdentifiers: [String: String]?
    ) {
        self.access = access
        self.serviceProvider = serviceProvider
        self.code = code
        self.deviceIdentifier = deviceIdentifier
        self.temporaryPassIdentifiers = temporaryPassIdentifiers
    }

    public var journalDetails: [String: String] { ["requestor": serviceProvider, "code": code] }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        let requestor = try state.admit(access, serviceProvider: serviceProvider)
        let normalized = try RegistrationCode.normalized(required: code)
        try state.check(optional: deviceIdentifier)
        let found = try state.authenticationSession(normalized, of: requestor, now: context.now)
        let code = found.code
        if code.isUsed { return Decision(found.profile.map { [state.answer(of: $0)] } ?? []) }
        guard let mvpd = code.mvpd, let target = try? state.activeIntegration(requestor, mvpd: mvpd) else { return Decision([]) }
        let substitute = try state.substituteProfile(
            requestor, target, deviceID: code.key.deviceID, identifiers: temporaryPassIdentifiers, on: code.platform,
            now: context.now)
        guard let substitute else { return Decision([]) }
        return Decision([state.profile(of: code, now: context.now).map { state.answer(of: $0) } ?? substitute])
    }
}
