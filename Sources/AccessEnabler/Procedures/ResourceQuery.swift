/// Asks which resources a session covers: the library's memory, else `GET /api/v1/preauthorize`.
struct ResourceQuery: Sendable, Equatable {
    /// The resources without repetitions and empty texts, in the order in which the app named them.
    let resources: [String]
    /// Whether the library's memory may answer.
    let usesCache: Bool
    /// Whether the service may answer without asking the MVPD.
    let usesServiceCache: Bool

    init(_ resources: [String], usesCache: Bool, usesServiceCache: Bool = true) {
        var seen: Set<String> = [""]
        self.resources = resources.filter { seen.insert($0).inserted }
        self.usesCache = usesCache
        self.usesServiceCache = usesServiceCache
    }

    /// The remembered decisions, when there is one for every resource; without `usesCache` they are forgotten.
    func cached(for session: Session, _ machine: inout EntitlementMachine) -> [PreauthorizeAnswer.Decision]? {
        guard usesCache else {
            machine.decisions[session.mvpd] = nil
            return nil
        }
        guard let known = machine.decisions[session.mvpd], known.isAbout(session), !resources.isEmpty else { return nil }
        let decisions = resources.compactMap { known.decisions[$0] }
        return decisions.count == resources.count ? decisions : nil
    }

    /// The request to the service. `cache` is the simulator's own parameter: the public documents say that the service's memory
    /// can be bypassed, not how the library asks for it.
    func request(for session: Session, _ machine: EntitlementMachine) -> ServiceRequest {
        let list = resources.map(Self.item).joined(separator: ",")
        var request = machine.apiRequest("GET", "/api/v1/preauthorize", mvpd: session.mvpd, ("resource", list))
        if !usesServiceCache { request.query.append(HTTPRequest.Field(name: "cache", value: "false")) }
        return ServiceRequest(request)
    }

    /// A resource between the commas of the list: its own commas are percent-encoded.
    private static func item(_ resource: String) -> String {
        resource.replacing("%", with: "%25").replacing(",", with: "%2C")
    }

    /// Reads the decisions, one for each resource asked for: what the answer leaves out is not authorized. Empty when the
    /// service's list is, as with too many resources where enhanced errors are off; nil when the answer holds none.
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

    /// Keeps decisions for later calls, but not those that the service itself wants to be asked again for.
    func remember(_ decisions: [PreauthorizeAnswer.Decision], for session: Session, _ machine: inout EntitlementMachine) {
        var cache =
            machine.decisions[session.mvpd].flatMap { $0.isAbout(session) ? $0 : nil } ?? PreauthorizationCache(of: session)
        for decision in decisions {
            cache.decisions[decision.id] = decision.error?.action == "retry" ? nil : decision
        }
        machine.decisions[session.mvpd] = cache
    }
}

/// What the service has said about resources, remembered as long as one login lives.
struct PreauthorizationCache: Sendable, Equatable {
    private let login: Session
    var decisions: [String: PreauthorizeAnswer.Decision] = [:]

    init(of login: Session) {
        self.login = login
    }

    /// Whether they are about this login: another process may have logged somebody else in.
    func isAbout(_ session: Session) -> Bool { login.isSameLogin(as: session) }
}
