// Tables 25 and 30: profiles and logout.
extension RESTModel {
    func profiles(_ caller: RESTCaller, _ headers: RESTHeaders, _ mvpd: String?) -> String {
        guard let mvpd else {
            let found = enabled.sorted().compactMap { mvpd in
                find(Key(caller: caller, mvpd: mvpd), headers, admits: verdict(headers.status, for: mvpd).admits)
                    .map { line($0, mvpd) }
            }
            return found.isEmpty ? "none" : found.joined(separator: "; ")
        }
        guard enabled.contains(mvpd) else { return Self.noIntegration }
        let admits = verdict(headers.status, for: mvpd).admits
        if let found = find(Key(caller: caller, mvpd: mvpd), headers, admits: admits) { return line(found, mvpd) }
        if rules[mvpd] == .authnAll { return degraded(mvpd) }
        return Self.passes.contains(mvpd) ? temporary(caller, mvpd, headers.passUser) : "none"
    }

    mutating func logout(_ caller: RESTCaller, _ headers: RESTHeaders, _ mvpd: String, _ redirect: Bool?) -> String {
        guard enabled.contains(mvpd) else { return Self.noIntegration }
        if redirect == false { return "400 invalid_parameter_redirect_url" }
        if Self.passes.contains(mvpd) { return "complete" }
        let key = Key(caller: caller, mvpd: mvpd)
        let own = find(key, admits: true)
        let found = [own].compactMap(\.self) + headers.identities.compactMap { shared($0, with: key) }
        if !found.isEmpty {
            for source in Set(found.map(\.source) + [key]) {
                profiles[source] = nil
                grants = grants.filter { $0.key.key != source }
            }
        }
        if rules[mvpd] == .authnAll { return "complete" }
        guard let first = found.first else { return "invalid" }
        return first.type == "appleSSO" ? "partner" : "logout"
    }
}

// Tables 28 and 29: decisions.
extension RESTModel {
    mutating func decide(
        _ caller: RESTCaller, _ headers: RESTHeaders, _ mvpd: String, _ resources: [String], isPlayback: Bool
    ) -> String {
        guard enabled.contains(mvpd) else { return Self.noIntegration }
        guard !resources.isEmpty, !resources.contains("") else { return "400 invalid_parameter_resources" }
        var seen: Set<String> = []
        let asked = resources.filter { seen.insert($0).inserted }
        guard asked.count <= 5 else { return "403 too_many_resources" }
        return asked.map { "\($0) " + decide(caller, headers, mvpd, $0, isPlayback) }.joined(separator: "; ")
    }

    private mutating func decide(
        _ caller: RESTCaller, _ headers: RESTHeaders, _ mvpd: String, _ resource: String, _ isPlayback: Bool
    ) -> String {
        switch rules[mvpd] {
        case .authzNone: return "degradation no 403 authorization_denied_by_degradation_rule"
        case .authnAll: return isPlayback ? "degradation yes token timed" : "degradation yes"
        case .authzAll: return isPlayback ? "degradation yes token" : "degradation yes"
        case nil: break
        }
        // No provider and no pass knows what a malformed document is about.
        let denial = "no 403 \(isPlayback ? "" : "pre")authorization_denied_by_mvpd"
        if Self.passes.contains(mvpd) {
            let decision = resource == "<rss>" ? denial : pass(caller, mvpd, headers.passUser, resource, isPlayback)
            return "temppass \(decision)"
        }
        let key = Key(caller: caller, mvpd: mvpd)
        let verdict = verdict(headers.status, for: mvpd)
        guard let found = find(key, headers, admits: verdict.admits) else {
            return "mvpd no " + reason(profiles[key], verdict.code ?? "")
        }
        if resource == "<rss>" { return "mvpd \(denial)" }
        let place = GrantKey(key: key, resource: resource)
        if let grant = grants[place], grant.profile == found.profile.id, now < grant.end {
            return isPlayback ? "mvpd yes token \(grant.start)-\(grant.end)" : "mvpd yes"
        }
        guard Self.channels[found.profile.user]?.contains(resource) == true else {
            return "mvpd \(denial)"
        }
        guard isPlayback else { return "mvpd yes" }
        let grant = Grant(profile: found.profile.id, start: now, end: min(now + Self.day, found.profile.end))
        grants[place] = grant
        return "mvpd yes token \(grant.start)-\(grant.end)"
    }

    /// Why there is no sign-in.
    private func reason(_ profile: Profile?, _ status: String) -> String {
        guard let profile, now < profile.end + 7 * Self.day else { return "403 authenticated_profile_missing" }
        if profile.isEnded { return "403 authenticated_profile_invalidated" }
        return now < profile.end ? "400 \(status)" : "403 authenticated_profile_expired"
    }
}

// Table 31: temporary passes.
extension RESTModel {
    /// The profile of a temporary pass, which is not started by reading it.
    func temporary(_ caller: RESTCaller, _ mvpd: String, _ user: Int?) -> String {
        let trial = self.trial(of: holders(caller, mvpd, user))
        if let problem = self.problem(mvpd, user, trial) { return problem }
        let line = Self.line(mvpd, "temporary", nil, trial.start, trial.start + Self.passLife)
        guard mvpd == Self.promotionalPass.mvpd else { return line }
        let left = Self.promotionalPass.assets - trial.assets.count
        guard left > 0 else { return Self.noAssetLeft }
        return "\(line) left \(left) used \(trial.assets.joined(separator: ","))"
    }

    /// A decision, whose first permission starts the pass.
    mutating func pass(
        _ caller: RESTCaller, _ mvpd: String, _ user: Int?, _ resource: String, _ isPlayback: Bool
    ) -> String {
        let holders = self.holders(caller, mvpd, user)
        var trial = self.trial(of: holders)
        if let problem = self.problem(mvpd, user, trial) { return "no \(problem)" }
        if mvpd == Self.promotionalPass.mvpd, !trial.assets.contains(resource) {
            guard trial.assets.count < Self.promotionalPass.assets else { return "no \(Self.noAssetLeft)" }
            trial.assets.append(resource)
        }
        guard isPlayback else { return "yes" }
        let number = holders.compactMap { trialHolders[$0] }.first ?? trials.count
        if number == trials.count { trials.append(trial) } else { trials[number] = trial }
        for holder in holders where trialHolders[holder] == nil { trialHolders[holder] = number }
        return "yes token timed"
    }

    private static let noAssetLeft = "403 temporary_access_resources_limit_exceeded"

    /// Why no resource at all is permitted.
    private func problem(_ mvpd: String, _ user: Int?, _ trial: Trial) -> String? {
        if mvpd == Self.promotionalPass.mvpd, user == nil { return "400 invalid_header_identity_for_temporary_access" }
        return now < trial.start + Self.passLife ? nil : "403 temporary_access_duration_limit_exceeded"
    }

    /// The holders of a pass: the user, if there is one, before the device.
    private func holders(_ caller: RESTCaller, _ mvpd: String, _ user: Int?) -> [TrialHolder] {
        let device = TrialHolder.device(caller.device, mvpd: mvpd)
        guard mvpd == Self.promotionalPass.mvpd, let user else { return [device] }
        return [.user(user), device]
    }

    /// The pass of the first holder that has one; otherwise the pass that would start now.
    private func trial(of holders: [TrialHolder]) -> Trial {
        holders.compactMap { trialHolders[$0] }.first.map { trials[$0] } ?? Trial(start: now)
    }
}

// Tables 26 and 27: the system account.
extension RESTModel {
    mutating func partnerSession(_ caller: RESTCaller, _ headers: RESTHeaders, _ fields: RESTFields) -> String {
        let named = headers.status?.provider.flatMap { Self.providers[$0] }
        if let named, !enabled.contains(named) { return Self.noIntegration }
        let problem = verdict(headers.status).code
        if let named {
            if let found = find(Key(caller: caller, mvpd: named), admits: problem == nil) {
                return Self.session("authorize", found.type == "regular" ? "authenticated" : "authenticatedSSO", named, nil)
            }
            if rules[named] == .authnAll { return Self.session("authorize", "degraded", named, nil) }
        }
        guard problem == nil, let named else { return fallBack("pfs_fallback", named, caller, fields) }
        guard hasSingleSignOn(caller, named) else { return fallBack("configuration_fallback", named, caller, fields) }
        requests.append(Request(caller: caller, mvpd: named, end: now + 360_000, code: nil))
        return Self.session("partner_profile", "none", named, nil) + "request \(requests.count - 1)"
    }

    private func hasSingleSignOn(_ caller: RESTCaller, _ mvpd: String) -> Bool {
        caller.platform != nil && Self.supported.contains(mvpd) && singleSignOn.contains(mvpd)
    }

    private mutating func fallBack(_ reason: String, _ mvpd: String?, _ caller: RESTCaller, _ fields: RESTFields) -> String {
        let code = newCode(caller, RESTFields(mvpd: mvpd, domain: fields.domain, redirect: fields.redirect), identities: [])
        let missing = codes[code].missing
        let isComplete = codes[code].hasDomain && codes[code].hasRedirect
        return Self.session(
            isComplete ? "authenticate" : "resume", isComplete ? reason : "missing_parameters_fallback", mvpd, code, missing)
    }

    mutating func partnerProfile(_ caller: RESTCaller, _ headers: RESTHeaders, _ index: Int?) -> String {
        let (problem, admits) = verdict(headers.status)
        if let problem, !admits { return "400 \(problem)" }
        guard let mvpd = headers.status?.provider.flatMap({ Self.providers[$0] }), enabled.contains(mvpd) else {
            return Self.noIntegration
        }
        let key = Key(caller: caller, mvpd: mvpd)
        if rules[mvpd] == .authnAll, find(key, admits: true) == nil { return "200 " + degraded(mvpd) }
        if let problem { return "400 \(problem)" }
        guard hasSingleSignOn(caller, mvpd) else { return "200 " + (find(key).map { line($0, mvpd) } ?? "none") }
        let rejected = "400 invalid_parameter_saml_response"
        guard let index, case let request = requests[index], request.code == nil, !request.isUsed, request.caller == caller,
            now < request.end
        else { return rejected }
        guard request.mvpd == mvpd else { return "400 invalid_header_pfs_provider_id_mismatch" }
        requests[index].isUsed = true
        let profile = store("alice", key, isApple: true, identities: [])
        return "201 " + line(Found(type: "appleSSO", profile: profile, source: key), mvpd)
    }
}
