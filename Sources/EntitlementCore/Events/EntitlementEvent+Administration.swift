import TVWorld

extension EntitlementEvent {
    /// Makes a scenario the service's state and baseline: `PUT /admin/v1/scenario`. Keys, clients, trust and the statements of
    /// other applications are kept.
    ///
    /// - Parameters:
    ///   - statements: The statements of its applications, already signed.
    ///   - clock: The new setting of the clock.
    public static func loadScenario(
        _ loaded: LoadedScenario, statements: [SoftwareStatement], clock: ClockRecord
    ) -> Self where Answer == Void {
        let changes: [Change] = [.save(loaded)] + statements.map { .save($0) } + [.save(clock)]
        let details = ["name": loaded.scenario.name, "generation": String(loaded.generation)]
        return Self(.scenarioLoaded, details) { (_, _) throws(Refusal) in Decision((), changes: changes) }
    }

    /// Resets the service to the baseline: `POST /admin/v1/reset`. Keys, statements, clients and trust in providers are kept.
    ///
    /// - Parameter clock: The new setting of the clock.
    public static func resetService(clock: ClockRecord) -> Self where Answer == Void {
        Self(.reset, [:]) { (state, _) throws(Refusal) in
            // Changes to a scenario's applications are also undone; all other statements are kept.
            let applications = state.configuration.scenario?.scenario.applications ?? []
            let statements = applications.compactMap { application -> SoftwareStatement? in
                guard var statement = state.statements[application.id], statement.isRevoked != application.isRevoked else {
                    return nil
                }
                statement.isRevoked = application.isRevoked
                return statement
            }
            let changes: [Change] = [.returnToBaseline] + statements.map { .save($0) } + [.save(clock)]
            return Decision((), changes: changes)
        }
    }

    /// Sets the SAML metadata of a trusted provider: `PUT /admin/v1/providers/{id}/metadata`.
    ///
    /// - Parameters:
    ///   - provider: The provider's platform identifier.
    ///   - xml: The parsed entity descriptor.
    public static func trustProvider(_ provider: String, xml: String) -> Self where Answer == Void {
        Self(.providerTrusted, ["provider": provider]) { (state, _) throws(Refusal) in
            guard state.world.provider(id: provider) != nil else {
                throw Refusal.notFound("Provider \(quoted(provider)) is unknown.")
            }
            guard state.providerMetadata[provider] != xml else { return Decision(()) }
            return Decision((), changes: [.save(ProviderMetadata(id: provider, xml: xml))])
        }
    }

    /// Ends the sign-in of a device, or a profile of REST v2 for everyone who shares it: `DELETE /admin/v1/sessions/{id}`.
    ///
    /// - Parameters:
    ///   - key: The owner of the sign-in.
    ///   - mvpd: The provider of the profile; nil for a sign-in of REST v1.
    ///   - sessionID: The session; a newer one of the same device, and of the same provider, is kept.
    public static func revokeSession(key: DeviceKey, mvpd: String? = nil, sessionID: String) -> Self where Answer == Void {
        var details = ["requestor": key.requestor, "deviceId": key.deviceID, "session": sessionID]
        details["mvpd"] = mvpd
        return Self(.sessionRevoked, details) { (state, context) throws(Refusal) in
            let missing = Refusal.notFound("Session \(quoted(sessionID)) does not exist.")
            if let profile = mvpd.map({ ProfileKey(owner: key, mvpd: $0) }) {
                guard var record = state.profiles[profile], record.authentication.sessionID == sessionID else { throw missing }
                // It is kept for a week from now, so that decisions can state why a new one is needed.
                record.isInvalidated = true
                record.authentication.expiresAt = min(record.authentication.expiresAt, context.now)
                return Decision((), changes: [.save(record), .remove(ProfileAuthorization.self, profile)])
            }
            guard state.authentications[key]?.sessionID == sessionID else { throw missing }
            return Decision((), changes: Change.signOut(key))
        }
    }

    /// Records the use of a valid media token: `POST /admin/v1/media-tokens/verify`. The answer is the date of the first use, in
    /// Unix milliseconds; nil if this is the first.
    ///
    /// According to the public documentation, a token may be used once, and the programmer's backend detects a second use.
    ///
    /// - Parameters:
    ///   - id: The SHA-256 of the signed element, in hexadecimal digits.
    ///   - requestor: The requestor for which the token was issued.
    ///   - resource: The token's resource.
    ///   - expiresAt: The expiration date, in Unix milliseconds.
    public static func useMediaToken(id: String, requestor: String, resource: String, expiresAt: Int64) -> Self
    where Answer == Int64? {
        Self(.mediaTokenUsed, ["requestor": requestor, "resource": resource, "token": id]) { (state, context) throws(Refusal) in
            if let use = state.mediaTokenUses[id] { return Decision(use.usedAt) }
            let use = MediaTokenUse(id: id, requestor: requestor, usedAt: context.now, expiresAt: expiresAt)
            return Decision(nil, changes: [.save(use)])
        }
    }
}

extension EntitlementState {
    /// Returns the requestor with an identifier, or throws the refusal of an administrative call.
    func knownRequestor(_ id: String) throws(Refusal) -> Requestor {
        guard let requestor = world.requestor(id: id) else { throw .notFound("Requestor \(quoted(id)) is unknown.") }
        return requestor
    }

    /// Returns the provider with an MVPD or platform identifier, or throws the refusal of an administrative call.
    func knownProvider(_ name: String) throws(Refusal) -> Provider {
        guard let provider = world.provider(mvpd: name) ?? world.provider(id: name) else {
            throw .notFound("MVPD \(quoted(name)) is unknown.")
        }
        return provider
    }
}
