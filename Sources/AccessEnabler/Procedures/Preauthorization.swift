import ServiceAccess

/// A query for the resources that a session covers: answered from the library's cache, or else by `GET /api/v1/preauthorize`.
struct ResourceQuery: Sendable, Equatable {
    /// The resources without duplicates and empty strings, in the app's order.
    let resources: [String]
    /// Whether the library's cache may answer.
    let usesCache: Bool
    /// Whether the service may answer without asking the MVPD.
    let usesServiceCache: Bool

    init(_ resources: [String], usesCache: Bool, usesServiceCache: Bool = true) {
        var seen: Set<String> = [""]
        self.resources = resources.filter { seen.insert($0).inserted }
        self.usesCache = usesCache
        self.usesServiceCache = usesServiceCache
    }

    /// Returns the cached decisions, if there is one for every resource; without `usesCache` they are discarded.
    func cached(for session: Session, _ machine: inout EntitlementMachine) -> [PreauthorizeAnswer.Decision]? {
        guard usesCache else {
            machine.decisions[session.mvpd] = nil
            return nil
        }
        guard let known = machine.decisions[session.mvpd], known.isAbout(session), !resources.isEmpty else { return nil }
        let decisions = resources.compactMap { known.decisions[$0] }
        return decisions.count == resources.count ? decisions : nil
    }

    /// Returns the request to the service. `cache` is the simulator's own parameter: the public documentation says that the
    /// service's cache can be bypassed, but not how the library does it.
    func request(for session: Session, _ machine: EntitlementMachine) -> HTTPRequest {
        let list = resources.map(Self.item).joined(separator: ",")
        var request = machine.apiRequest("/api/v1/preauthorize", mvpd: session.mvpd, ["resource": list])
        if !usesServiceCache { request.query += [HTTPRequest.Field](["cache": "false"]) }
        return request
    }

    /// Returns a resource as an element of the comma-separated list: its own commas are percent-encoded.
    private static func item(_ resource: String) -> String {
        resource.replacing("%", with: "%25").replacing(",", with: "%2C")
    }

    /// Returns the decisions, one for each requested resource: resources that the answer lacks are not authorized. Empty if the
    /// service's list is empty, as with too many resources when enhanced errors are disabled; nil if the answer contains no list.
    func decisions(in answer: HTTPAnswer) -> [PreauthorizeAnswer.Decision]? {
        guard answer.isSuccess, let json = answer.json, let list = json["resources"]?.list,
            json["status"]?.object == nil
        else { return nil }
        guard !list.isEmpty else { return [] }
        guard list.contains(where: { $0["id"]?.text != nil }) else { return nil }
        return resources.map { resource in
            let found = list.first { $0["id"]?.text == resource }
            return PreauthorizeAnswer.Decision(
                id: resource, isAuthorized: found?["authorized"]?.flag ?? false,
                error: found?["error"].map { PreauthorizeAnswer.Status(json: $0) })
        }
    }

    /// Caches decisions for later calls, except those that the service requires to be requested again.
    func remember(_ decisions: [PreauthorizeAnswer.Decision], for session: Session, _ machine: inout EntitlementMachine) {
        var cache = machine.decisions[session.mvpd] ?? PreauthorizationCache(login: session)
        if !cache.isAbout(session) { cache = PreauthorizationCache(login: session) }
        for decision in decisions {
            cache.decisions[decision.id] = decision.error?.action == "retry" ? nil : decision
        }
        machine.decisions[session.mvpd] = cache
    }
}

// `preauthorize`: answers its own callback object, never the delegate.
extension EntitlementMachine {
    /// Calls `onResponse` if the service has answered, with decisions or an error; `onFailure` if the library could not send the
    /// request or read the answer.
    mutating func preauthorize(_ query: ResourceQuery) {
        checkAuthentication { session, _, machine in
            guard let session else { return machine.fail(.noSession(isExpired: machine.isNewestSessionExpired)) }
            if let decisions = query.cached(for: session, &machine) {
                return machine.respond(PreauthorizeAnswer(decisions: decisions))
            }
            machine.requestService(query.request(for: session, machine)) { $1.answerPreauthorize(query, session, after: $0) }
        }
    }

    private mutating func answerPreauthorize(_ query: ResourceQuery, _ session: Session, after outcome: ServiceOutcome) {
        switch outcome {
        case .unreachable, .insecure: fail(.networkError(outcome.reason))
        case .foreign: fail(.unknownFormat)
        // Throttling does not have its own status.
        case .answer(let received) where received.status == 429: fail(.networkError(outcome.reason))
        case .noCredentials(let received) where received.status == 429: fail(.networkError(outcome.reason))
        case .notRegistered, .noAccessToken, .noCredentials: fail(.accessTokenUnavailable(outcome.reason))
        // The service's own error; the next call reports that the logins were cleared.
        case .answer(let received), .otherDevice(let received): answerPreauthorize(query, session, received)
        }
    }

    private mutating func answerPreauthorize(_ query: ResourceQuery, _ session: Session, _ received: HTTPAnswer) {
        if let decisions = query.decisions(in: received) {
            query.remember(decisions, for: session, &self)
            return respond(PreauthorizeAnswer(decisions: decisions))
        }
        guard let json = received.json, let error = json["status"]?.object == nil ? json : json["status"], error.object != nil,
            !received.isSuccess || error != json
        else { return fail(.unknownFormat) }
        if received.status == 412 { forget(session) }
        respond(PreauthorizeAnswer(status: PreauthorizeAnswer.Status(json: error, answered: received.status)))
    }

    private mutating func respond(_ answer: PreauthorizeAnswer) { callBack(.preauthorize(isServiced: true, answer)) }

    private mutating func fail(_ failure: PreauthorizeAnswer) { callBack(.preauthorize(isServiced: false, failure)) }

    /// Whether the requestor's most recently stored login has expired.
    private var isNewestSessionExpired: Bool { newestSessions.first.map { $0.expires <= now } ?? false }
}

extension EntitlementMachine {
    /// `checkPreauthorizedResources`: the requested resources that the login covers, in the requested order (row 4.11).
    mutating func checkPreauthorizedResources(_ query: ResourceQuery) {
        guard !query.resources.isEmpty else { return answer([]) }
        checkAuthentication { session, statuses, machine in
            guard let session else {
                // The clearing of the tokens is reported once, by the call that detects it.
                machine.raise(statuses.aboutOtherDevice)
                return machine.answer([])
            }
            if let decisions = query.cached(for: session, &machine) { return machine.answer(decisions) }
            machine.requestService(query.request(for: session, machine)) { $1.answer(query, session, after: $0) }
        }
    }

    private mutating func answer(_ query: ResourceQuery, _ session: Session, after outcome: ServiceOutcome) {
        if case .answer(let received) = outcome, let decisions = query.decisions(in: received), !decisions.isEmpty {
            query.remember(decisions, for: session, &self)
            return answer(decisions)
        }
        if case .answer(let received) = outcome, received.status == 412 {
            forget(session)
        } else {
            let isList = outcome.received.map { query.decisions(in: $0) != nil } ?? false
            let message = isList ? "The service accepts fewer resources at once." : outcome.reason
            raise(outcome.statuses.or(StatusReport(.p100, message: message, resource: query.resources.joined(separator: ","))))
        }
        answer([])
    }

    private mutating func answer(_ decisions: [PreauthorizeAnswer.Decision]) {
        callBack(.preauthorizedResources(decisions.filter(\.isAuthorized).map(\.id)))
    }
}
