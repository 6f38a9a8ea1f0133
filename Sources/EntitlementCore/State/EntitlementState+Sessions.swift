import TVWorld

/// An authentication session of REST v2.
struct FoundSession {
    /// The code, with the parameters that its client may still use.
    var code: RegistrationCode
    /// The addresses of its client.
    var addresses: ReturnAddresses
    /// The profile that completed it; nil if it is not completed, or the profile is gone.
    var profile: FoundProfile?
}

extension EntitlementState {
    /// Finds the session of a code.
    ///
    /// A completed session is found as long as its profile is valid, and at least until its code expires.
    ///
    /// - Throws: The refusal of a text that cannot be a code; or of a code that is unknown, of another service provider or of
    ///   REST v1, has expired or was replaced, or whose client may no longer act for the service provider.
    func authenticationSession(_ entered: String, of requestor: Requestor, now: Int64) throws(Refusal) -> FoundSession {
        let normalized = try RegistrationCode.normalized(required: entered)
        guard var code = registrationCodes[normalized], code.session != nil, code.key.requestor == requestor.id,
            let addresses = loginAddresses(of: code.clientID, requestor),
            now < code.expiresAt || code.isUsed && hasValidProfile(code, now: now)
        else { throw .invalidSession(entered) }
        code.fields = code.fields.accepted(by: addresses)
        return FoundSession(
            code: code, addresses: addresses, profile: code.isUsed ? profile(of: code, now: now) : nil)
    }

    /// Returns the service provider that has a code.
    ///
    /// - Throws: The refusal of a text that cannot be a code, or of an unknown code.
    func serviceProvider(ofCode entered: String) throws(Refusal) -> String {
        guard let code = registrationCodes[try RegistrationCode.normalized(required: entered)] else {
            throw .invalidSession(entered)
        }
        return code.key.requestor
    }

    /// Returns whether the profile that completed a session is valid, even while its integration is disabled.
    private func hasValidProfile(_ code: RegistrationCode, now: Int64) -> Bool {
        guard let mvpd = code.mvpd, let record = profiles[ProfileKey(owner: code.key, mvpd: mvpd)] else { return false }
        return !record.isInvalidated && record.authentication.sessionID == code.session?.profileSessionID
            && now < record.authentication.expiresAt
    }

    /// Creates a session, which replaces the open one of the same client and device.
    func newSession(
        _ call: ClientCall, _ owner: DeviceKey, _ fields: SessionFields, identities: [SharedIdentity],
        _ context: DecisionContext
    ) throws(Refusal) -> (code: RegistrationCode, changes: [Change]) {
        let id = context.random.uuid()
        var code = RegistrationCode(
            code: try freeCode(context), id: id, key: owner, clientID: owner.applicationID, platform: call.platform,
            device: call.device.stored ?? [:], connection: call.connection.stored, createdAt: context.now,
            expiresAt: end(after: RegistrationCode.defaultLifetime, from: context.now))
        code.session = AuthenticationSession(id: id, identities: identities)
        code.fields = fields
        var changes: [Change] = []
        if let open = openSessions[owner].flatMap({ registrationCodes[$0.code] }), !open.isUsed, open.key == owner,
            open.session != nil
        {
            changes.append(.remove(RegistrationCode.self, open.code))
        }
        let session = OpenSession(owner: owner, code: code.code, expiresAt: code.expiresAt)
        return (code, changes + [.save(code), .save(session)])
    }

    /// Returns the reason why no login at a provider is required; nil if a login is required.
    ///
    /// - Parameters:
    ///   - identities: The identities that may share a profile.
    ///   - admitsPartner: Whether a profile of the system account counts.
    func reasonWithoutLogin(
        _ key: ProfileKey, identities: [SharedIdentity] = [], admitsPartner: Bool = false, on platform: Platform?, now: Int64
    ) -> SessionAnswer.Reason? {
        let found = profile(key, identities: identities, on: platform, now: now, admitting: { _ in admitsPartner }).profile
        if let found { return found.type == .regular ? .authenticated : .authenticatedSSO }
        return authenticationRule(key.owner.requestor, key.mvpd, on: platform, now: now) == nil ? nil : .degraded
    }
}

extension RegistrationCode {
    /// Returns a path's text in the form of a code.
    static func normalized(required entered: String) throws(Refusal) -> String {
        guard let code = normalized(entered) else {
            throw Refusal(400, .invalidCode, "\(quoted(entered)) is not a code: \(length) letters and digits.")
        }
        return code
    }
}

extension Refusal {
    /// Returns the refusal of a code without a session: the same for all reasons, so that guessing does not reveal valid codes.
    static func invalidSession(_ code: String) -> Refusal {
        Refusal(
            400, .invalidAuthenticationSession,
            "No authentication session has the code \(quoted(code)): it is unknown, has expired or was replaced.")
    }
}
