import TVWorld

extension DeviceContext {
    /// Creates the context of the device that showed a code.
    init(_ code: RegistrationCode, of requestor: Requestor, _ state: EntitlementState, _ context: DecisionContext) {
        self.init(state: state, context: context, requestor: requestor, key: code.key, platform: code.platform)
    }

    /// Returns the device's regular profile for the provider of a session; for a completed session, only that of its login.
    func profile(of code: RegistrationCode) -> FoundProfile? {
        guard let mvpd = code.mvpd, let found = profile(mvpd, admitting: { _ in false }).profile else { return nil }
        return code.isUsed && found.session.record.sessionID != code.session?.profileSessionID ? nil : found
    }

    /// Returns the provider at which the user of a code is signed in; nil if no user is.
    func provider(signedInWith code: RegistrationCode) -> Provider? {
        guard code.session == nil else { return code.isUsed ? profile(of: code)?.session.provider : nil }
        guard let token = state.authentications[key], now < token.expiresAt else { return nil }
        return state.world.provider(mvpd: token.mvpd)
    }
}

extension RegistrationCode {
    /// Returns the service's own page at which a login on a second screen ends.
    public func activationPage(at activationURL: String) -> String { "\(activationURL)/done?code=\(code)" }

    /// Returns the request of a login in a browser, which can be answered as long as the code is valid.
    func loginRequest(to provider: Provider, redirectURL: String, _ context: DecisionContext) -> PendingRequest {
        context.request(
            of: key, to: provider.mvpd, on: platform, sentBy: .web(code: code, redirectURL: redirectURL),
            until: min(context.now + PendingRequest.webLifetime, expiresAt))
    }

    /// Returns the changes of a sign-in with the code: the token or profile, and that the code was used. Previous authorizations
    /// are removed.
    func signedIn(_ record: AuthenticationRecord, _ state: EntitlementState, now: Int64) -> [Change] {
        guard let session else {
            var used = self
            used.isUsed = true
            return Change.signIn(record) + [.save(used)]
        }
        let key = ProfileKey(owner: record.deviceKey, mvpd: record.mvpd)
        // An identity keeps sharing the first profile as long as that is valid.
        let identities = session.identities.filter { identity in
            state.sharedProfile(identity, mvpd: key.mvpd, now: now).map { $0.recordKey == key } ?? true
        }
        let profile = ProfileRecord(authentication: record, identities: identities)
        return [.remove(ProfileAuthorization.self, key), .save(profile), .save(completed(by: record))]
    }

    /// Returns the code of a session of REST v2 that a profile has completed.
    func completed(by record: AuthenticationRecord) -> RegistrationCode {
        var code = self
        code.isUsed = true
        code.mvpd = record.mvpd
        code.session?.profileSessionID = record.sessionID
        code.session?.profileExpiresAt = record.expiresAt
        return code
    }
}

extension EntitlementState {
    /// Returns a valid registration code, used or not; nil if there is none, it has expired, or its requestor is no longer known.
    public func registrationCode(_ code: String, now: Int64) -> RegistrationCode? {
        guard let record = registrationCodes[code], now < record.expiresAt, world.requestor(id: record.key.requestor) != nil
        else { return nil }
        return record
    }

    /// Returns a requestor's valid registration code of REST v1; one of another requestor or of REST v2 counts as unknown.
    func registrationCode(_ code: String, of requestor: Requestor, now: Int64) -> RegistrationCode? {
        guard let normalized = RegistrationCode.normalized(code), let record = registrationCode(normalized, now: now),
            record.key.requestor == requestor.id, record.session == nil
        else { return nil }
        return record
    }

    /// Draws a code that is not in use.
    ///
    /// - Parameter failure: The interface's code of a failure of the service.
    func freeCode(_ context: DecisionContext, or failure: ErrorCode, isEnhanced: Bool) throws(Refusal) -> String {
        for _ in 0...Self.attempts {
            let code = RegistrationCode.draw(from: context.random)
            if registrationCode(code, now: context.now) == nil { return code }
        }
        throw Refusal(500, failure, "All registration codes are in use.").enhanced(isEnhanced)
    }

    /// The maximum number of further attempts to draw an unused code, after the first. Of 34 billion codes, few are in use.
    private static let attempts = 16
}

extension DecisionContext {
    /// Returns a new request to a provider.
    ///
    /// - Parameter end: The date until which a response is accepted, in Unix milliseconds; nil: that of a device's request.
    func request(
        of key: DeviceKey, to mvpd: String, on platform: Platform?, sentBy origin: PendingRequest.Origin, until end: Int64? = nil
    ) -> PendingRequest {
        PendingRequest(
            id: "_" + random.uuid(), key: key, mvpd: mvpd, platform: platform, createdAt: now,
            expiresAt: end ?? now + PendingRequest.lifetime, sentBy: origin)
    }
}
