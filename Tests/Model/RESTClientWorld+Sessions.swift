// Sessions, profiles, logout and the account, as the service answers about them.
extension RESTClientWorld {
    static let noIntegration = Answer.Failure(400, "invalid_integration")
    static let noSession = Answer.Failure(400, "invalid_authentication_session")
    private static let wrongRedirect = Answer.Failure(400, "invalid_parameter_redirect_url")

    func valid(_ key: Key) -> Answer.Profile? { profiles[key].flatMap { now < $0.end ? $0 : nil } }

    /// The account's profile is shown with a status that names its MVPD.
    static func shows(_ profile: Answer.Profile, _ status: RESTClientStatus?) -> Bool {
        profile.type != "appleSSO" || status?.provider == platform[profile.mvpd]
    }

    func find(_ key: Key, _ status: RESTClientStatus?) -> Answer.Profile? {
        valid(key).flatMap { Self.shows($0, status) ? $0 : nil }
    }

    private func degradedProfile(_ mvpd: String) -> Answer.Profile? {
        degraded.contains(mvpd)
            ? Answer.Profile(mvpd: mvpd, type: "degraded", user: "somebody", start: now, end: now + Self.profileLife) : nil
    }

    func profile(_ key: Key, _ headers: RESTClientRequest.Headers) -> Answer {
        guard Self.mvpds.contains(key.mvpd) else { return .failure(Self.noIntegration) }
        if let found = find(key, headers.status) ?? degradedProfile(key.mvpd) { return .profiles([found]) }
        guard key.mvpd == "TempPass" else { return .profiles([]) }
        guard let user = headers.pass else { return .failure(.init(400, "invalid_header_identity_for_temporary_access")) }
        return .profiles([.init(mvpd: key.mvpd, type: "temporary", user: user, start: now, end: now + Self.profileLife)])
    }

    /// An existing code: open, or completed by a profile that is still valid.
    private func presentCode(_ text: String) -> Code? {
        guard let code = codes[text], !code.isReplaced else { return nil }
        return now < code.validity.upperBound || profile(of: code) != nil ? code : nil
    }

    /// The profile that completed a code, while it is valid.
    private func profile(of code: Code) -> Answer.Profile? {
        guard let profile = code.profile, valid(Key(client: code.client, mvpd: profile.mvpd)) == profile else { return nil }
        return profile
    }

    func openCode(_ text: String) -> Code? { presentCode(text).flatMap { $0.profile == nil ? $0 : nil } }

    func profile(ofCode text: String) -> Answer {
        guard let code = presentCode(text) else { return .failure(Self.noSession) }
        guard code.profile == nil else { return .profiles(profile(of: code).map { [$0] } ?? []) }
        return .profiles(code.mvpd.flatMap(degradedProfile).map { [$0] } ?? [])
    }

    mutating func createSession(_ fields: RESTFields, _ client: String) -> Answer {
        if let mvpd = fields.mvpd, !Self.mvpds.contains(mvpd) { return .failure(Self.noIntegration) }
        if fields.redirect == false { return .failure(Self.wrongRedirect) }
        if let mvpd = fields.mvpd, let reason = withoutLogin(Key(client: client, mvpd: mvpd)).reason {
            return .session(.init(action: "authorize", reason: reason, mvpd: mvpd))
        }
        return newCode(fields, client, reason: "none", resume: "none")
    }

    /// The reason why no login is needed, and the profile behind it.
    private func withoutLogin(_ key: Key, _ status: RESTClientStatus? = nil) -> (reason: String?, profile: Answer.Profile?) {
        if key.mvpd == "TempPass" { return ("temporary", nil) }
        if let found = find(key, status) {
            return (found.type == "regular" ? "authenticated" : "authenticatedSSO", found)
        }
        return (degraded.contains(key.mvpd) ? "degraded" : nil, nil)
    }

    /// A new code, which ends the open one of the client.
    private mutating func newCode(_ fields: RESTFields, _ client: String, reason: String, resume: String) -> Answer {
        for (text, code) in codes where code.client == client && code.profile == nil { codes[text]?.isReplaced = true }
        let number = String(number("code"))
        let text = "CODE" + String(repeating: "0", count: 3 - number.count) + number
        let code = Code(
            client: client, start: now, mvpd: fields.mvpd, hasDomain: fields.domain == true, hasRedirect: fields.redirect == true)
        codes[text] = code
        let isComplete = code.missing.isEmpty
        return session(text, code, isComplete ? "authenticate" : "resume", isComplete ? reason : resume)
    }

    private func session(_ text: String, _ code: Code, _ action: String, _ reason: String) -> Answer {
        .session(
            .init(
                action: action, reason: reason, mvpd: code.mvpd, code: text, validity: code.validity, missing: code.missing))
    }

    mutating func resume(_ text: String, _ fields: RESTFields) -> Answer {
        guard var code = presentCode(text) else { return .failure(Self.noSession) }
        if code.profile != nil {
            guard let profile = profile(of: code) else { return .failure(Self.noSession) }
            return .session(.init(action: "authorize", reason: "authenticated", mvpd: profile.mvpd))
        }
        code.mvpd = fields.mvpd ?? code.mvpd
        code.hasDomain = fields.domain ?? code.hasDomain
        code.hasRedirect = fields.redirect ?? code.hasRedirect
        if let mvpd = code.mvpd, !Self.mvpds.contains(mvpd) { return .failure(Self.noIntegration) }
        if fields.redirect == false { return .failure(Self.wrongRedirect) }
        codes[text] = code
        if let mvpd = code.mvpd, case (let reason?, let profile) = withoutLogin(Key(client: code.client, mvpd: mvpd)) {
            codes[text]?.profile = profile
            return .session(.init(action: "authorize", reason: reason, mvpd: mvpd))
        }
        return session(text, code, code.missing.isEmpty ? "authenticate" : "retry", "none")
    }

    mutating func logout(_ key: Key, _ redirect: Bool?) -> Answer {
        guard Self.mvpds.contains(key.mvpd) else { return .failure(Self.noIntegration) }
        if redirect == false { return .failure(Self.wrongRedirect) }
        if key.mvpd == "TempPass" { return .logout("complete") }
        let found = valid(key)
        profiles[key] = nil
        if degraded.contains(key.mvpd) { return .logout("complete") }
        guard let found else { return .logout("invalid") }
        // One MVPD has no page for it.
        return .logout(found.type == "appleSSO" ? "partner_logout" : key.mvpd == "Gamma" ? "complete" : "logout")
    }
}

// The account.
extension RESTClientWorld {
    private static func mvpd(of status: RESTClientStatus?) -> String? {
        guard let provider = status?.provider else { return nil }
        return platform.first { $0.value == provider }?.key
    }

    private func isExpired(_ status: RESTClientStatus?) -> Bool { status?.end.map { $0 <= now } ?? false }

    mutating func partnerSession(_ fields: RESTFields, _ status: RESTClientStatus?, _ client: String) -> Answer {
        let named = Self.mvpd(of: status)
        let isUsable = named != nil && !isExpired(status)
        if let named, let reason = withoutLogin(Key(client: client, mvpd: named), isUsable ? status : nil).reason {
            return .session(.init(action: "authorize", reason: reason, mvpd: named))
        }
        guard isUsable, let named, hasSingleSignOn, Self.supported.contains(named) else {
            var fields = fields
            fields.mvpd = named
            return newCode(
                fields, client, reason: isUsable ? "configuration_fallback" : "pfs_fallback",
                resume: "missing_parameters_fallback")
        }
        requests.append((named, client, false))
        return .session(.init(action: "partner_profile", reason: "none", mvpd: named, request: requests.count))
    }

    mutating func partnerProfile(_ number: Int, _ status: RESTClientStatus?, _ client: String) -> Answer {
        guard let mvpd = Self.mvpd(of: status) else {
            return .failure(.init(400, "invalid_header_pfs_provider_id_not_determined"))
        }
        let key = Key(client: client, mvpd: mvpd)
        if valid(key) == nil, let profile = degradedProfile(mvpd) { return .profiles([profile]) }
        guard !isExpired(status) else { return .failure(.init(400, "invalid_header_pfs_provider_info_expired")) }
        guard hasSingleSignOn else { return .profiles(find(key, nil).map { [$0] } ?? []) }
        guard requests.indices.contains(number - 1), case let request = requests[number - 1], !request.isUsed,
            request.client == client
        else { return .failure(.init(400, "invalid_parameter_saml_response")) }
        guard request.mvpd == mvpd else { return .failure(.init(400, "invalid_header_pfs_provider_id_mismatch")) }
        requests[number - 1].isUsed = true
        return .profiles([store("appleSSO", "alice", key)])
    }
}
