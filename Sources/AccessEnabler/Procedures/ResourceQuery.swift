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
