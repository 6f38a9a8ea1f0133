/// Asks which resources a session covers: the cache, else `GET /api/v1/preauthorize`.
struct ResourceQuery: Sendable {
    let resources: [String]
    let usesCache: Bool

    /// The cached decisions, when there is one for every resource.
    func cached(for session: Session, _ machine: EntitlementMachine) -> [PreauthorizeAnswer.Decision]? {
        guard usesCache, let known = machine.decisions[session.mvpd] else { return nil }
        let decisions = resources.compactMap { known[$0] }
        return decisions.count == resources.count ? decisions : nil
    }

    /// The request to the service.
    func request(for session: Session, _ machine: EntitlementMachine) -> ServiceRequest {
        ServiceRequest(
            machine.apiRequest(
                "GET", "/api/v1/preauthorize", mvpd: session.mvpd, ("resource", resources.joined(separator: ","))))
    }

    /// Reads the decisions, one for each resource asked for: what the answer leaves out is not authorized. Nil when the
    /// answer holds none.
    func decisions(in answer: HTTPAnswer) -> [PreauthorizeAnswer.Decision]? {
        guard answer.isSuccess, let list = answer.json?["resources"]?.list else { return nil }
        return resources.map { resource in
            let found = list.first { $0["id"]?.text == resource }
            return PreauthorizeAnswer.Decision(
                id: resource, isAuthorized: found?["authorized"]?.flag ?? false,
                error: found?["error"].map(PreauthorizeAnswer.Status.init(json:)))
        }
    }

    /// Keeps decisions for later calls.
    func remember(_ decisions: [PreauthorizeAnswer.Decision], for session: Session, _ machine: inout EntitlementMachine) {
        for decision in decisions { machine.decisions[session.mvpd, default: [:]][decision.id] = decision }
    }
}

extension PreauthorizeAnswer.Status {
    /// Reads an enhanced error.
    init(json: JSONValue) {
        self.init(
            status: json["status"]?.integer.map(Int.init(clamping:)) ?? 0, code: json["code"]?.text ?? "",
            message: json["message"]?.text, details: json["details"]?.text, helpURL: json["helpUrl"]?.text,
            trace: json["trace"]?.text, action: json["action"]?.text ?? "none")
    }
}

/// `checkPreauthorizedResources`
struct CheckPreauthorizedResources: Procedure {
    private let request: ResourceQuery
    private var session: Session?

    init(resources: [String], usesCache: Bool) {
        request = ResourceQuery(resources: resources, usesCache: usesCache)
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.check(let session, _)): return checked(session, &machine)
        case .child(.service(let outcome)): return answered(outcome, &machine)
        default: return request.resources.isEmpty ? answer([], &machine) : .calling(AuthenticationCheck())
        }
    }

    private mutating func checked(_ session: Session?, _ machine: inout EntitlementMachine) -> Progress {
        guard let session else { return answer([], &machine) }
        self.session = session
        if let decisions = request.cached(for: session, machine) { return answer(decisions, &machine) }
        return .calling(request.request(for: session, machine))
    }

    private func answered(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        guard let session, case .answer(let received) = outcome, let decisions = request.decisions(in: received) else {
            let isSessionLost = if case .answer(let received) = outcome { received.status == 412 } else { false }
            if !isSessionLost { machine.raise(outcome.statuses ?? []) }
            if !isSessionLost, outcome.statuses?.isEmpty != false {
                machine.raise([StatusReport("P100", message: outcome.reason)])
            }
            return answer([], &machine)
        }
        request.remember(decisions, for: session, &machine)
        return answer(decisions, &machine)
    }

    private func answer(_ decisions: [PreauthorizeAnswer.Decision], _ machine: inout EntitlementMachine) -> Progress {
        machine.callBack(.preauthorizedResources(decisions.filter(\.isAuthorized).map(\.id)))
        return .done
    }
}

/// `preauthorize`: answers its own callback object, never the delegate.
struct Preauthorize: Procedure {
    private let request: ResourceQuery
    private let ticket: Int
    private var session: Session?

    init(resources: [String], usesCache: Bool, ticket: Int) {
        request = ResourceQuery(resources: resources, usesCache: usesCache)
        self.ticket = ticket
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.check(let session?, _)):
            self.session = session
            if let decisions = request.cached(for: session, machine) { return serve(decisions: decisions, &machine) }
            return .calling(request.request(for: session, machine))
        case .child(.check(nil, _)):
            let isExpired = machine.situation.sessions.values.contains { $0.expires <= machine.now }
            let code = isExpired ? "authentication_session_expired" : "authentication_session_missing"
            return fail(code, "The person is not authenticated.", action: "authentication", &machine)
        case .child(.service(let outcome)): return answered(outcome, &machine)
        default: return .calling(AuthenticationCheck())
        }
    }

    private func answered(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        switch outcome {
        case .notRegistered, .noAccessToken: return fail("access_token_unavailable", outcome.reason, &machine)
        case .unreachable, .insecure: return fail("network_error", outcome.reason, &machine)
        case .answer(let answer):
            if let session, let decisions = request.decisions(in: answer) {
                request.remember(decisions, for: session, &machine)
                return serve(decisions: decisions, &machine)
            }
            guard answer.status != 429 else { return fail("network_error", outcome.reason, &machine) }
            guard !answer.isSuccess, let json = answer.json else {
                return fail("server_response_format_unknown", outcome.reason, &machine)
            }
            var status = PreauthorizeAnswer.Status(json: json["status"]?.object == nil ? json : json["status"] ?? json)
            if status.status == 0 { status.status = answer.status }
            machine.callBack(.preauthorize(ticket: ticket, isServiced: true, PreauthorizeAnswer(status: status)))
            return .done
        }
    }

    private func serve(decisions: [PreauthorizeAnswer.Decision], _ machine: inout EntitlementMachine) -> Progress {
        machine.callBack(.preauthorize(ticket: ticket, isServiced: true, PreauthorizeAnswer(decisions: decisions)))
        return .done
    }

    private func fail(
        _ code: String, _ message: String, action: String = "none", _ machine: inout EntitlementMachine
    ) -> Progress {
        let status = PreauthorizeAnswer.Status(status: 0, code: code, message: message, action: action)
        machine.callBack(.preauthorize(ticket: ticket, isServiced: false, PreauthorizeAnswer(status: status)))
        return .done
    }
}
