// The calls.
extension RESTClientModel {
    mutating func result(of call: RESTClientCall) throws(Problem) -> String {
        switch call {
        case .configuration: return "configuration \(try configuration())"
        case .createSession(let fields): return try session(.createSession(fields))
        case .resumeSession(let code, let fields):
            do throws(Problem) { return try session(.resumeSession(world.code(code), fields)) } catch {
                throw Self.asEnd(error)
            }
        case .session(let code): return try information(world.code(code))
        case .waitForProfile(let code, let seconds):
            guard !world.known.isEmpty else { return "nothing to wait for" }
            do throws(Problem) { return try waitForProfile(world.code(code), seconds).line } catch {
                // The user may still use the code.
                memory.isCurrent = false
                throw error
            }
        case .profiles: return Self.line(try profiles())
        case .profile(let mvpd): return try profile(mvpd)?.line ?? "none"
        case .profileByCode(let code):
            do throws(Problem) {
                guard let profile = try newest(.profileByCode(world.code(code))) else { return "none" }
                memory.isCurrent = false
                return profile.line
            } catch { throw Self.asEnd(error) }
        case .currentProfile: return try currentProfile()?.line ?? "none"
        case .rememberedSignIn:
            guard let signIn else { return "nobody" }
            return "\(signIn.mvpd) \(signIn.name.map(String.init) ?? "-") \(signIn.profile?.line ?? "-")"
        default: return try furtherResult(of: call)
        }
    }

    private mutating func furtherResult(of call: RESTClientCall) throws(Problem) -> String {
        switch call {
        case .authorize(let resources, let mvpd):
            return Self.line(try decide(Self.unique(resources), mvpd, isPlayback: true))
        case .preauthorize(let resources, let mvpd): return Self.line(try preauthorize(Self.unique(resources), mvpd))
        case .logout(let mvpd, let redirect):
            do throws(Problem) {
                guard case .logout(let word) = try send(.logout(mvpd, redirect: redirect)) else { throw .unreadable }
                forget(mvpd)
                return ["logout": "browser", "partner_logout": "partner"][word] ?? word
            } catch {
                // The user may be logged out all the same.
                memory.endPermits(at: mvpd)
                memory.isCurrent = false
                throw error
            }
        case .refreshPartnerStatus:
            let status = refreshStatus()
            return "\(status.access) \(status.provider ?? "-")"
        case .partnerSignIn(let fields):
            // The account chooses the MVPD.
            return try partnerSignIn(RESTFields(domain: fields.domain, redirect: fields.redirect))
        case .identify(let pass): memory.pass = pass
        default: break
        }
        return "done"
    }

    private static func line(_ profiles: [Answer.Profile]) -> String {
        profiles.isEmpty ? "none" : profiles.map(\.line).joined(separator: "; ")
    }

    private static func line(_ decisions: [Answer.Decision]) -> String { decisions.map(\.line).joined(separator: "; ") }

    private static func unique(_ resources: [String]) -> [String] {
        var seen: Set<String> = []
        return resources.filter { seen.insert($0).inserted }
    }

    private static func asEnd(_ problem: Problem) -> Problem {
        if case .failure(let failure) = problem, failure.code == "invalid_authentication_session" { return .sessionEnded }
        return problem
    }

    /// For three minutes the configuration is not requested again.
    mutating func configuration() throws(Problem) -> Int {
        if let known = memory.configuration, known.date <= world.deviceNow, world.deviceNow < known.date + 180_000 {
            return known.names
        }
        guard case .configuration(let names) = try send(.configuration) else { throw .unreadable }
        memory.configuration = (names, world.deviceNow)
        signIn?.name = names
        return names
    }
}

// Sessions.
extension RESTClientModel {
    private mutating func session(_ call: Request.Call) throws(Problem) -> String {
        guard case .session(let session) = try send(call) else { throw .unreadable }
        if case .createSession = call, session.code != nil { memory.codes += 1 }
        return note(session)
    }

    /// The app learns of a code.
    private mutating func note(_ session: Answer.Session) -> String {
        if let code = session.code, !world.known.contains(code) { world.known.append(code) }
        let action = session.action == "retry" ? "resume" : session.action
        let missing = session.missing.joined(separator: ",")
        return "\(action) \(session.code ?? "-") \(session.reason) \(session.mvpd ?? "-") \(missing)"
    }

    private mutating func information(_ code: String) throws(Problem) -> String {
        do throws(Problem) {
            guard case .information(let mvpd, let missing, _) = try send(.session(code)) else { throw .unreadable }
            return "\(mvpd ?? "-") \(missing.joined(separator: ","))"
        } catch { throw Self.asEnd(error) }
    }

    private mutating func newest(_ call: Request.Call, mayRepeat: Bool = true) throws(Problem) -> Answer.Profile? {
        guard case .profiles(let profiles) = try send(call, mayRepeat: mayRepeat) else { throw .unreadable }
        return profiles.max { $0.start < $1.start }
    }

    /// Polls at once and every three seconds or more, once more at the code's end, or until a new code; failures only make the
    /// pauses longer.
    private mutating func waitForProfile(_ code: String, _ seconds: Int) throws(Problem) -> Answer.Profile {
        let end = world.codes[code]?.validity.upperBound ?? 0
        let codes = memory.codes
        var pause = max(3, seconds)
        while true {
            let isLast = world.deviceNow >= end
            let changes = memory.changes
            do throws(Problem) {
                if let profile = try newest(.profileByCode(code), mayRepeat: false) {
                    signedIn(profile, since: changes)
                    return profile
                }
                pause = max(3, seconds)
            } catch {
                switch error {
                case .throttled, .connection, .credentialsLost, .http, .unreadable: break
                case .failure(let failure) where failure.action == "retry": break
                case .failure(let failure) where failure.status >= 500 && failure.action != "configuration": break
                default: throw Self.asEnd(error)
                }
                pause = max(3, seconds, min(2 * pause, 60))
            }
            if isLast { throw .sessionEnded }
            try wait(min(pause, max(1, Int((end - world.deviceNow + 999) / 1_000))))
            if memory.codes != codes { throw .sessionEnded }
        }
    }

    /// A user has just signed in. What became known since the request may be newer, and is requested again.
    private mutating func signedIn(_ profile: Answer.Profile, since changes: Int) {
        guard !["degraded", "temporary"].contains(profile.type) else { return }
        memory.isCurrent = changes == memory.changes
        remember(profile)
    }
}

// Profiles.
extension RESTClientModel {
    /// What became known meanwhile may be newer than an answer, and is requested again.
    private mutating func isNew(_ changes: Int) -> Bool {
        if changes != memory.changes { memory.isCurrent = false }
        return changes == memory.changes
    }

    private mutating func profiles(_ status: RESTClientStatus? = nil) throws(Problem) -> [Answer.Profile] {
        let changes = memory.changes
        guard case .profiles(let found) = try send(.profiles, status: status) else { throw .unreadable }
        guard isNew(changes) else { return found }
        if let profile = found.first(where: { $0.mvpd == signIn?.mvpd }) ?? found.max(by: { $0.start < $1.start }) {
            remember(profile)
        } else if let mvpd = signIn?.mvpd {
            lose(mvpd)
        }
        memory.isCurrent = true
        return found
    }

    private mutating func profile(_ mvpd: String) throws(Problem) -> Answer.Profile? {
        let changes = memory.changes
        guard case .profiles(let found) = try send(.profile(mvpd)) else { throw .unreadable }
        guard isNew(changes) else { return found.first }
        switch found.first?.type {
        case nil, "degraded": lose(mvpd)
        case "temporary": break
        default: found.first.map { remember($0) }
        }
        if signIn?.mvpd == mvpd { memory.isCurrent = true }
        return found.first
    }

    /// The stored profile, unless it has to be requested from the service.
    private mutating func currentProfile() throws(Problem) -> Answer.Profile? {
        if memory.isCurrent, let signIn {
            guard let profile = signIn.profile else { return nil }
            if world.deviceNow < profile.end { return profile }
        }
        if let mvpd = signIn?.mvpd { _ = try profile(mvpd) } else { _ = try profiles() }
        return signIn?.profile
    }
}

// Decisions.
extension RESTClientModel {
    /// Requests decisions for resources, and again for those whose decision recommends it.
    private mutating func decide(_ resources: [String], _ mvpd: String, isPlayback: Bool) throws(Problem) -> [Answer.Decision] {
        var decisions: [Answer.Decision]?
        var open = resources
        for attempt in 0..<4 {
            if attempt > 0 { try wait(1 << (attempt - 1)) }
            let call = Request.Call.decide(mvpd, open, isPlayback: isPlayback)
            do throws(Problem) {
                guard case .decisions(let answers) = try send(call, mayRepeat: false) else { throw .unreadable }
                decisions = decisions?.map { old in answers.first { $0.resource == old.resource } ?? old } ?? answers
            } catch {
                // Decisions are kept when the rest cannot be requested again.
                let helps = Self.mayHelp(after: error, call)
                if case .cancelled = error { throw error }
                if decisions == nil, attempt == 3 || !helps { throw error }
                if helps { continue } else { break }
            }
            open = (decisions ?? []).filter { $0.failure?.action == "retry" }.map(\.resource)
            if open.isEmpty { break }
        }
        for failure in (decisions ?? []).compactMap(\.failure) { note(failure, mvpd) }
        return decisions ?? []
    }

    /// A denial never signs a user out, but what is known may be wrong.
    private mutating func note(_ failure: Answer.Failure, _ mvpd: String) {
        let isAboutStatus = failure.code.hasPrefix("invalid_header_pfs_")
        if isAboutStatus { memory.status = nil }
        if failure.code.hasPrefix("authenticated_profile_") { lose(mvpd) }
        guard isAboutStatus || failure.action == "authentication" else { return }
        memory.isCurrent = false
        memory.endPermits(at: mvpd)
    }

    /// The provider's permits are cached until the sign-in changes; other permits and denials are not.
    private mutating func preauthorize(_ resources: [String], _ mvpd: String) throws(Problem) -> [Answer.Decision] {
        // With the profile its permits end.
        if let profile = signIn?.profile, profile.mvpd == mvpd, world.deviceNow >= profile.end { memory.endPermits(at: mvpd) }
        let known = memory.permits[mvpd] ?? [:]
        let rest = resources.filter { known[$0] == nil }
        if rest.isEmpty, !resources.isEmpty { return resources.compactMap { known[$0] } }
        let changes = memory.changes
        let decisions = try decide(rest, mvpd, isPlayback: false)
        if changes == memory.changes {
            for decision in decisions where decision.failure == nil && decision.source == "mvpd" {
                memory.permits[mvpd, default: [:]][decision.resource] = decision
            }
        }
        return resources.compactMap { resource in known[resource] ?? decisions.first { $0.resource == resource } }
    }
}

// Single sign-on with the account.
extension RESTClientModel {
    /// Only a status with a sign-in is kept, even if it has expired.
    private mutating func refreshStatus() -> RESTClientStatus {
        let status = world.account
        show("account status")
        // The answer to a cancelled query says nothing about the sign-in.
        if !running.isCancelled { keep(status) }
        return status
    }

    /// With another sign-in at the account, other profiles may be shown.
    private mutating func keep(_ status: RESTClientStatus) {
        if status.provider != memory.status?.provider {
            memory.isCurrent = false
            memory.endPermits()
        }
        memory.status = status.provider == nil ? nil : status
    }

    private func isValid(_ status: RESTClientStatus) -> Bool {
        status.provider != nil && status.end.map { world.deviceNow < $0 } ?? true
    }

    private mutating func partnerSignIn(_ fields: RESTFields) throws(Problem) -> String {
        for _ in 0..<2 {
            let status = refreshStatus()
            if running.isCancelled { throw .cancelled }
            let found = try profiles(status).filter { world.deviceNow < $0.end }
            let chosen = signIn?.mvpd
            let existing =
                found.first { $0.type == "appleSSO" } ?? found.first { $0.mvpd == chosen }
                ?? found.max { $0.start < $1.start }
            if let existing { return "signed in \(existing.line)" }
            if let result = try signIn(status, fields) { return result }
        }
        return Self.basic(fallback: "providerChanged")
    }

    private static func basic(code: String? = nil, preselected: String? = nil, fallback: String) -> String {
        "basic \(code ?? "-") \(preselected ?? "-") \(fallback)"
    }

    /// The result with a status, after the account's dialog if nobody is signed in; nil to start again.
    private mutating func signIn(_ first: RESTClientStatus, _ fields: RESTFields) throws(Problem) -> String? {
        guard first.access == .granted else { return Self.basic(fallback: "notPermitted \(first.access)") }
        guard !isValid(first) else { return try exchange(first, fields) }
        _ = try configuration()
        let selection = world.select()
        // One provider is hidden in the dialog.
        show("account dialog [alpha.example]")
        if running.isCancelled { throw .cancelled }
        switch selection {
        case .unsupported(let identifier):
            let mvpd = RESTClientWorld.platform.first { $0.value == identifier }?.key
            return Self.basic(preselected: mvpd, fallback: "unsupportedProvider")
        case .cancels: return Self.basic(fallback: "cancelled")
        case .fails: return Self.basic(fallback: "accountFailed")
        case .signsIn(let status):
            keep(status)
            guard status.access == .granted else { return Self.basic(fallback: "notPermitted \(status.access)") }
            guard isValid(status) else { return Self.basic(fallback: "notSignedIn") }
            return try exchange(status, fields)
        }
    }

    private mutating func exchange(_ status: RESTClientStatus, _ fields: RESTFields) throws(Problem) -> String? {
        let session: Answer.Session
        do throws(Problem) {
            guard case .session(let answer) = try send(.partnerSession(fields), status: status) else { throw .unreadable }
            session = answer
        } catch { return try Self.refused(error) }
        if let request = session.request, let mvpd = session.mvpd { return try exchange(status, request, mvpd) }
        if let code = session.code {
            memory.codes += 1
            _ = note(session)
            return Self.basic(code: code, preselected: session.mvpd, fallback: "session \(session.reason)")
        }
        guard let mvpd = session.mvpd else { throw .unreadable }
        guard let profile = try profile(mvpd) else { return Self.basic(preselected: mvpd, fallback: "noProfile") }
        return "signed in \(profile.line)"
    }

    /// The response counts once, so its call is never repeated.
    private mutating func exchange(_ status: RESTClientStatus, _ request: Int, _ mvpd: String) throws(Problem) -> String? {
        let response = world.response
        show("account response to \(request)")
        if running.isCancelled { throw .cancelled }
        guard case .response(let provider) = response else { return Self.basic(preselected: mvpd, fallback: "noResponse") }
        if let provider, provider != status.provider { return nil }
        let changes = memory.changes
        let found: [Answer.Profile]
        do throws(Problem) {
            guard case .profiles(let answer) = try send(.partnerProfile(request: request), mayRepeat: false, status: status)
            else { throw .unreadable }
            found = answer
        } catch { return try Self.refused(error, mvpd) }
        guard let profile = found.first else { return Self.basic(preselected: mvpd, fallback: "noProfile") }
        signedIn(profile, since: changes)
        return "signed in \(profile.line)"
    }

    /// After a refusal the basic flow follows.
    private static func refused(_ problem: Problem, _ mvpd: String? = nil) throws(Problem) -> String {
        guard case .failure(let failure) = problem, failure.status == 400 else { throw problem }
        return basic(preselected: mvpd, fallback: "refused \(failure.code)")
    }
}
