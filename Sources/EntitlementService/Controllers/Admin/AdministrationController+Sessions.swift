import Administration
import EntitlementCore
import TVWorld

extension AdministrationController {
    /// The routes for sign-ins, their authorizations, codes, subscribers, and usage.
    var sessionAdministration: [Route] {
        [
            reading("sessions", query: ["requestor", "mvpd", "user", "device", "state", "cursor", "limit"]) {
                try await sessions($0.parameters).json
            },
            reading("sessions/{id}") { try await session($0.part("id")).json },
            removing("sessions/{id}") { try await revokeSession($0.part("id"), requestID: $0.requestID) },
            reading("sessions/{id}/authorizations", query: ["cursor", "limit"]) {
                try await authorizations(ofSession: $0.part("id"), $0.parameters).json
            },
            reading("codes", query: ["requestor", "code", "cursor", "limit"]) { try await codes($0.parameters).json },
            listing("subscribers", query: ["provider"]) { try subscribers($0) },
            listing("usage", query: ["requestor", "since"]) { try await usage($0) },
        ]
    }

    /// Returns the sign-ins that the parameters select.
    func sessions(_ parameters: FormParameters) async throws -> SessionPage {
        let now = engine.clock.milliseconds()
        var query = SignInFilter()
        for column in ["user", "device"] {
            if let value = parameters[column] { query.matching[column] = value }
        }
        if let mvpd = parameters["mvpd"] {
            guard engine.read({ $0.world.provider(mvpd: mvpd) }) != nil else {
                throw ServiceError.unknown("MVPD", mvpd)
            }
            query.matching["mvpd"] = mvpd
        }
        if let requestor = try filter(parameters) { query.matching["requestor"] = requestor }
        switch parameters["state"] ?? "in-force" {
        case "in-force": query.life = .inForce(at: now)
        case "ended": query.life = .ended(at: now)
        case "all": break
        default: throw AdministrationFields.wrong("state", "in-force, ended or all")
        }
        guard let cursor = parameters["cursor"].map({ SignInCursor($0) }) ?? SignInCursor() else {
            throw AdministrationFields.wrong("cursor", "next of the previous page")
        }
        let page = try await engine.signIns(query, after: cursor, limit: Int(try number(parameters, "limit", 1...200) ?? 50))
        return SessionPage(
            sessions: try await engine.inspect { state in page.signIns.map { $0.resource(state, now: now) } },
            next: page.next?.text, total: Int64(try await engine.countSignIns(query)))
    }

    /// Returns a sign-in.
    func session(_ id: String) async throws -> SessionResource {
        let signIn = try await signIn(ofSession: id)
        let now = engine.clock.milliseconds()
        return try await engine.inspect { signIn.resource($0, now: now) }
    }

    private func signIn(ofSession id: String) async throws -> SignIn {
        let page = try await engine.signIns(SignInFilter(matching: ["session": id]), limit: 1)
        guard let signIn = page.signIns.first else { throw ServiceError.unknown("Session", id, "does not exist") }
        return signIn
    }

    /// Ends a sign-in.
    func revokeSession(_ id: String, requestID: String) async throws {
        let signIn = try await signIn(ofSession: id)
        let record = signIn.authentication
        var mvpd: String?
        if case .version2 = signIn { mvpd = record.mvpd }
        try await engine.send(.revokeSession(key: record.deviceKey, mvpd: mvpd, sessionID: id), requestID: requestID)
    }

    /// Returns the authorizations of a sign-in.
    func authorizations(
        ofSession id: String, _ parameters: FormParameters = FormParameters()
    ) async throws -> AuthorizationPage {
        let cursor = try number(parameters, "cursor", 0...Int64.max)
        let limit = Int(try number(parameters, "limit", 1...200) ?? 50)
        let signIn = try await signIn(ofSession: id)
        let key = signIn.authentication.deviceKey
        var matching = ["requestor": key.requestor, "device": key.deviceID, "application": key.applicationID]
        func page<Record: StoredRecord>(_ resource: (Record) -> AuthorizationResource) async throws -> AuthorizationPage {
            let page = try await engine.store.list(RecordQuery<Record>(matching: matching, cursor: cursor, limit: limit))
            return AuthorizationPage(authorizations: page.records.map(resource), next: page.next)
        }
        switch signIn {
        case .version1:
            return try await page { (record: AuthorizationRecord) in
                .init(resource: record.resource, mvpd: record.mvpd, degraded: record.isDegraded, expiresAt: record.expiresAt)
            }
        case .version2(let profile):
            matching["mvpd"] = profile.recordKey.mvpd
            return try await page { (record: ProfileAuthorization) in
                .init(resource: record.resource, mvpd: record.profile.mvpd, degraded: false, expiresAt: record.expiresAt)
            }
        }
    }

    /// Returns the codes in force that the parameters select; `code` is one of them, in any spelling that the page accepts.
    func codes(_ parameters: FormParameters) async throws -> RegistrationCodePage {
        let now = engine.clock.milliseconds()
        var query = RecordQuery<RegistrationCode>(
            life: .inForce(at: now), cursor: try number(parameters, "cursor", 0...Int64.max),
            limit: Int(try number(parameters, "limit", 1...200) ?? 50))
        let requestor = try filter(parameters)
        if let entered = parameters["code"] {
            let code = RegistrationCode.normalized(entered) ?? ""
            let known = try await engine.inspect { $0.registrationCodes[code] }
            let found = [known].compactMap { $0 }.filter { record in
                record.endsAt ?? 0 > now && (requestor == nil || requestor == record.key.requestor)
            }
            return RegistrationCodePage(
                codes: found.map(RegistrationCodeResource.init), next: nil, total: Int64(found.count))
        }
        if let requestor { query.matching["requestor"] = requestor }
        let page = try await engine.store.list(query)
        let codes = page.records.map(RegistrationCodeResource.init)
        return RegistrationCodePage(codes: codes, next: page.next, total: Int64(try await engine.store.count(query)))
    }

    private func subscribers(_ call: APICall) throws -> [SubscriberResource] {
        let world = engine.read { $0.world }
        let provider = call.parameters["provider"]
        if let provider, world.provider(id: provider) == nil {
            throw ServiceError.unknown("Provider", provider)
        }
        return world.subscribers.filter { provider == nil || $0.provider == provider }.map(SubscriberResource.init)
    }

    private func usage(_ call: APICall) async throws -> [UsageResource] {
        let since = try number(call.parameters, "since", 0...Int64.max) ?? 0
        return try await engine.usageHours(since: since, requestor: try filter(call.parameters))
    }
}

extension RegistrationCodeResource {
    fileprivate init(_ record: RegistrationCode) {
        self.init(
            code: record.code, interface: record.session == nil ? "v1" : "v2", requestor: record.key.requestor,
            deviceId: record.key.deviceID, clientId: record.clientID, mvpd: record.mvpd,
            domainName: record.session?.domainName, redirectUrl: record.session?.redirectURL, used: record.isUsed,
            createdAt: record.createdAt, expiresAt: record.expiresAt)
    }
}

extension SignIn {
    /// Returns the sign-in for an operator.
    ///
    /// - Parameters:
    ///   - state: The state, with the active degradation.
    ///   - now: The service's time, in Unix milliseconds.
    func resource(_ state: EntitlementState, now: Int64) -> SessionResource {
        let record = authentication
        let degradation = state.degradation(
            requestor: record.deviceKey.requestor, mvpd: record.mvpd, platform: record.platform, now: now)
        var resource = SessionResource(
            id: record.sessionID, requestor: record.deviceKey.requestor, deviceId: record.deviceKey.deviceID,
            appId: record.deviceKey.applicationID, mvpd: record.mvpd, userId: record.userID,
            source: record.tokenSource.rawValue, degradation: degradation.configured?.rawValue, createdAt: record.createdAt,
            expiresAt: record.expiresAt, platform: record.platform?.rawValue, visitorId: record.visitorID,
            device: record.device)
        if case .version2 = self {
            (resource.interface, resource.appId) = ("v2", "")
            resource.clientId = record.deviceKey.applicationID
            resource.type = (record.tokenSource == .apple ? ProfileType.appleSSO : .regular).rawValue
        }
        return resource
    }
}
