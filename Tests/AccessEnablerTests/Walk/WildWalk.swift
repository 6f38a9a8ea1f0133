import EntitlementModel

/// The same steps without pauses: answers arrive while the world changes and the app continues to make calls, and some
/// arrive that nothing waits for. The result of each call is open then, but each has exactly one.
struct WildWalk {
    private var app: WalkApp
    private var random = WalkRandom(seed: 0)
    private var lines: [String] = []

    static func failure(of walk: Walk) -> WalkFailure? {
        var wild = WildWalk(app: WalkApp(platform: walk.platform))
        for step in walk.steps { wild.perform(step) }
        wild.end()
        let findings = wild.app.findings + wild.brokenRules
        return findings.isEmpty ? nil : WalkFailure(step: nil, expected: [], seen: wild.lines, findings: findings)
    }

    private mutating func perform(_ step: Walk.Step) {
        switch step {
        case .calls(let calls, let order):
            app.call(calls)
            goOn(order)
        case .happening(.relaunch(let statement)):
            app.apply(.relaunch(statement))
            _ = app.takeLines()
            lines = []
        // A storage that is moved to another device while a call runs: the call has read the old one.
        case .happening(.moves): break
        case .happening(let happening): app.apply(happening)
        case .user(let action, let order):
            app.act(action)
            goOn(order)
        }
        lines += app.takeLines()
    }

    /// Performs some of the pending steps. The order belongs to the step, so that the others do not change when one is removed.
    private mutating func goOn(_ order: UInt64) {
        var random = WalkRandom(seed: order)
        for _ in 0..<random.below(12) { app.step(&random) }
        if random.once(in: 4) { app.stray(&random) }
    }

    /// Repairs everything, and has the app end what is open.
    private mutating func end() {
        app.apply(.device(isReachable: true))
        for endpoint in World.Endpoint.allCases { app.apply(.fault(endpoint, nil)) }
        for calls in [[ModelCall.setRequestor("REF30", [])], [.setSelectedProvider(nil)], [.logout], [.handleExternalURL]] {
            app.call(calls)
            app.drain(&random)
            app.act(.cancels)
            app.act(.endsPage)
            app.drain(&random)
        }
        lines += app.takeLines()
    }
}

// The rules.
extension WildWalk {
    private var brokenRules: [String] {
        var rules: [String] = answers + order
        if app.hasSessions { rules.append("a token is stored after logout") }
        if app.isAsking { rules.append("the system prompts the user after logout") }
        let (shown, gone) = (count("present"), count("dismiss"))
        if shown != gone { rules.append("\(shown) dialogs are presented and \(gone) dismissed") }
        return rules
    }

    private func count(_ prefix: String) -> Int { lines.count { $0.hasPrefix(prefix) } }

    /// Every call is answered, once; what joins a login is answered with it.
    private var answers: [String] {
        app.calls.enumerated().compactMap { ticket, call in
            guard let results = Self.results(of: call) else { return nil }
            let seen = (app.answers[ticket] ?? []).filter { line in results.contains { line.hasPrefix($0) } }
            return seen.count == 1 ? nil : "\(call), call \(ticket + 1), has the answers \(seen)"
        }
    }

    /// What answers a call; nil if nothing has to.
    private static func results(of call: ModelCall) -> [String]? {
        switch call {
        case .setRequestor: ["setRequestorComplete("]
        case .checkAuthentication, .getAuthentication: ["setAuthenticationStatus("]
        case .logout: ["setAuthenticationStatus(", "superseded"]
        case .checkAuthorization, .getAuthorization: ["setToken(", "tokenRequestFailed("]
        case .checkPreauthorizedResources: ["preauthorizedResources("]
        case .preauthorize: ["preauthorize("]
        case .getMetadata: ["setMetadataStatus("]
        case .getSelectedProvider: ["selectedProvider("]
        case .setOptions, .setSelectedProvider, .handleExternalURL: nil
        }
    }

    /// Tracking, status codes, result.
    private var order: [String] {
        let tracking = ["setToken(": "track(authorization true", "tokenRequestFailed(": "track(authorization false"]
        return lines.indices.compactMap { index in
            guard let first = tracking.first(where: { lines[index].hasPrefix($0.key) })?.value else { return nil }
            let before = lines[..<index].last { !$0.hasPrefix("status(") }
            return before?.hasPrefix(first) == true ? nil : "\(lines[index]) comes after \(before ?? "nothing")"
        }
    }
}
