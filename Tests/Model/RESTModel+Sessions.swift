// Tables 22 to 24 and 34: sessions, codes and logins.
extension RESTModel {
    mutating func createSession(_ caller: RESTCaller, _ headers: RESTHeaders, _ fields: RESTFields) -> String {
        if let mvpd = fields.mvpd, !enabled.contains(mvpd) { return Self.noIntegration }
        if fields.redirect == false { return "400 invalid_parameter_redirect_url" }
        if let mvpd = fields.mvpd {
            if Self.passes.contains(mvpd) { return Self.session("authorize", "temporary", mvpd, nil) }
            let admits = verdict(headers.status, for: mvpd).code == nil
            if let found = find(Key(caller: caller, mvpd: mvpd), headers, admits: admits) {
                return Self.session("authorize", found.type == "regular" ? "authenticated" : "authenticatedSSO", mvpd, nil)
            }
            if rules[mvpd] == .authnAll { return Self.session("authorize", "degraded", mvpd, nil) }
        }
        let code = newCode(caller, fields, identities: headers.identities)
        let missing = codes[code].missing
        return Self.session(missing.isEmpty ? "authenticate" : "resume", "none", fields.mvpd, code, missing)
    }

    /// A new code, which ends the open session of the caller.
    mutating func newCode(_ caller: RESTCaller, _ fields: RESTFields, identities: [RESTIdentity]) -> Int {
        for index in codes.indices where codes[index].caller == caller && !codes[index].isUsed { codes[index].isReplaced = true }
        codes.append(
            Code(
                caller: caller, start: now, identities: identities, mvpd: fields.mvpd, hasDomain: fields.domain == true,
                hasRedirect: fields.redirect == true))
        return codes.count - 1
    }

    /// Whether a session exists: open and not too old, or completed by a profile that is still valid.
    private func isThere(_ code: Code) -> Bool {
        guard !code.isReplaced else { return false }
        if now < code.end { return true }
        guard let completing = code.profile, let mvpd = code.mvpd,
            let profile = profiles[Key(caller: code.caller, mvpd: mvpd)], profile.id == completing
        else { return false }
        return isValid(profile)
    }

    /// The caller's profile; that of the login, if there was one with the code.
    private func regular(_ code: Code) -> Found? {
        guard let mvpd = code.mvpd, let found = find(Key(caller: code.caller, mvpd: mvpd)) else { return nil }
        return code.profile.map { $0 == found.profile.id } ?? true ? found : nil
    }

    mutating func resume(_ index: Int?, _ fields: RESTFields) -> String {
        guard let index, isThere(codes[index]) else { return Self.noSession }
        var code = codes[index]
        if !code.isUsed {
            code.mvpd = fields.mvpd ?? code.mvpd
            code.hasDomain = fields.domain ?? code.hasDomain
            code.hasRedirect = fields.redirect ?? code.hasRedirect
        }
        if let mvpd = code.mvpd, !enabled.contains(mvpd) { return Self.noIntegration }
        if code.isUsed {
            return regular(code) == nil ? Self.noSession : Self.session("authorize", "authenticated", code.mvpd, nil)
        }
        if fields.redirect == false { return "400 invalid_parameter_redirect_url" }
        codes[index] = code
        if let reason = withoutLogin(index) { return Self.session("authorize", reason, code.mvpd, nil) }
        return Self.session(code.missing.isEmpty ? "authenticate" : "retry", "none", code.mvpd, index, code.missing)
    }

    /// The reason why no login with a code is needed; a profile completes it.
    private mutating func withoutLogin(_ index: Int) -> String? {
        guard let mvpd = codes[index].mvpd else { return nil }
        if Self.passes.contains(mvpd) { return "temporary" }
        if let found = regular(codes[index]) {
            codes[index].profile = found.profile.id
            return "authenticated"
        }
        return rules[mvpd] == .authnAll ? "degraded" : nil
    }

    func read(_ index: Int?) -> String {
        guard let index, isThere(codes[index]), !codes[index].isUsed else { return Self.noSession }
        if let mvpd = codes[index].mvpd, !enabled.contains(mvpd) { return Self.noIntegration }
        return "open \(codes[index].mvpd ?? "-") \(codes[index].missing.joined(separator: ","))"
    }

    mutating func openLogin(_ index: Int?) -> String {
        guard let index, isThere(codes[index]), !codes[index].isUsed, codes[index].hasDomain, codes[index].hasRedirect else {
            return "400"
        }
        guard let mvpd = codes[index].mvpd else { return "choice" }
        guard enabled.contains(mvpd) else { return "400" }
        if withoutLogin(index) != nil { return "done" }
        let code = codes[index]
        requests.append(Request(caller: code.caller, mvpd: mvpd, end: code.end, code: index))
        return "to \(mvpd) request \(requests.count - 1)"
    }

    mutating func finishLogin(_ index: Int?, _ user: String) -> String {
        guard let index, let number = requests[index].code, case let request = requests[index], case let code = codes[number],
            !request.isUsed, enabled.contains(request.mvpd), now < request.end, !code.isReplaced, !code.isUsed
        else { return "400" }
        requests[index].isUsed = true
        codes[number].mvpd = request.mvpd
        codes[number].profile =
            store(user, Key(caller: code.caller, mvpd: request.mvpd), isApple: false, identities: code.identities).id
        return "done"
    }

    func profile(ofCode index: Int?) -> String {
        guard let index, isThere(codes[index]) else { return Self.noSession }
        let code = codes[index]
        if code.isUsed { return regular(code).map { line($0, code.mvpd ?? "") } ?? "none" }
        guard let mvpd = code.mvpd, enabled.contains(mvpd) else { return "none" }
        if rules[mvpd] == .authnAll { return regular(code).map { line($0, mvpd) } ?? degraded(mvpd) }
        return Self.passes.contains(mvpd) ? temporary(code.caller, mvpd, nil) : "none"
    }
}
