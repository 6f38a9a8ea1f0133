import EntitlementModel

/// What a walk has found.
struct WalkFailure: CustomStringConvertible {
    /// The step after which it was found; nil at the end.
    let step: Int?
    let expected: [String]
    let seen: [String]
    let findings: [String]

    var description: String {
        var text = step.map { "after step \($0 + 1)" } ?? "at the end"
        if !findings.isEmpty { text += "\nbroken rules: \(findings.joined(separator: "; "))" }
        if expected != seen {
            text += "\nexpected\n    \(expected.joined(separator: "\n    "))\nseen\n    \(seen.joined(separator: "\n    "))"
        }
        return text
    }
}

/// Compares the walk with the model: what the app receives after each step has to be what the tables specify, in their order.
enum PredictedWalk {
    static func failure(of walk: Walk) -> WalkFailure? {
        var app = WalkApp(platform: walk.platform)
        var model = Model(world: World(platform: walk.platform))
        for (index, step) in walk.steps.enumerated() {
            let wasOpen = model.isOpen
            let requests = app.httpCount
            perform(step, &app, &model)
            let (expected, seen) = (model.takeLines(), app.takeLines())
            var findings = app.findings
            if case .calls(let calls, _) = step {
                findings += rules(of: calls, seen, wasOpen: wasOpen, requestCount: app.httpCount - requests)
            }
            if expected != seen || !findings.isEmpty {
                return WalkFailure(step: index, expected: expected, seen: seen, findings: findings)
            }
        }
        return end(&app, &model)
    }

    private static func perform(_ step: Walk.Step, _ app: inout WalkApp, _ model: inout Model) {
        switch step {
        case .calls(let calls, let order):
            var random = WalkRandom(seed: order)
            app.call(calls)
            app.drain(&random)
            model.perform(calls)
        case .happening(let happening) where !happening.isInTables: break
        case .happening(let happening):
            app.apply(happening)
            model.apply(happening)
        case .user(let action, let order):
            var random = WalkRandom(seed: order)
            app.act(action)
            app.drain(&random)
            model.act(action)
        }
    }

    /// The rules that do not depend on the model.
    private static func rules(of calls: [ModelCall], _ seen: [String], wasOpen: Bool, requestCount: Int) -> [String] {
        var findings: [String] = []
        if calls.allSatisfy({ $0 == .checkAuthentication }), requestCount > 0 {
            findings.append("checkAuthentication used the network")
        }
        let isSetRequestor = calls.allSatisfy { if case .setRequestor = $0 { true } else { false } }
        // Calls that waited for the first one are answered after it.
        guard isSetRequestor, !wasOpen, let end = seen.firstIndex(where: { $0.hasPrefix("setRequestorComplete") }) else {
            return findings
        }
        if !seen[..<end].allSatisfy({ $0.hasPrefix("status(") }) { findings.append("setRequestor is not silent") }
        return findings
    }

    /// After a logout nothing is left, and nothing more happens.
    private static func end(_ app: inout WalkApp, _ model: inout Model) -> WalkFailure? {
        perform(.calls([.logout, .getSelectedProvider], order: 1), &app, &model)
        let isOver = model.isOver
        let (expected, seen) = (model.takeLines(), app.takeLines())
        var findings = app.findings
        if isOver, app.hasSessions { findings.append("a token is stored after logout") }
        if isOver, app.isAsking { findings.append("the system prompts the user after logout") }
        return expected != seen || !findings.isEmpty
            ? WalkFailure(step: nil, expected: expected, seen: seen, findings: findings) : nil
    }
}

extension Walk {
    /// The calls without one of them.
    static func parts(of step: Step) -> [Step] {
        guard case .calls(let calls, let order) = step, calls.count > 1 else { return [] }
        return calls.indices.map { index in
            var rest = calls
            rest.remove(at: index)
            return .calls(rest, order: order)
        }
    }
}

extension Walk.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .calls(let calls, _): "the app calls " + calls.map { "\($0)" }.joined(separator: ", ")
        case .happening(let happening): "\(happening)"
        case .user(let action, _): "the user: \(action)"
        }
    }
}
