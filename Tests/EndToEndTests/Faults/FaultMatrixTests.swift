import DecisionTables
import Foundation
import PrivateSession
import TVWorld
import Testing
import VSATesting

/// Every kind of fault at every point in every flow, with the real programs: in `make soak` all kinds at the points that a flow comes
/// to, and one at the others; else every kind in every flow, and every point once at least.
@Suite("Every fault in every flow", .daemonLogs)
struct FaultMatrixTests {
    /// A flow with the faults that are tried in it.
    struct Share: Sendable, CustomTestStringConvertible {
        let situation: FaultFlow.Situation
        let troubles: [Trouble]

        var testDescription: String { situation.testDescription }
    }

    static let shares: [Share] = FaultFlow.Situation.all.map { situation in
        // Where a flow does not come by, one kind tells as much as all.
        let all = Trouble.all.filter { situation.flow.reaches($0.point) || $0.kind == "--error" }
        let troubles = Seeds.isSoak ? all : few.filter { $0.0 == situation }.map(\.1)
        return Share(situation: situation, troubles: troubles)
    }

    /// Every kind in every flow, on one platform after the other, each where none has been before if there is such a point.
    private static let few: [(FaultFlow.Situation, Trouble)] = {
        var few: [(FaultFlow.Situation, Trouble)] = []
        var points: Set<FaultPoint> = []
        for flow in FaultFlow.allCases {
            let situations = flow.platforms.map { FaultFlow.Situation(flow: flow, platform: $0) }
            for (number, kind) in Trouble.kinds.enumerated() {
                let situation = situations[number % situations.count]
                let fitting = Trouble.all.filter { $0.kind == kind && flow.reaches($0.point) }
                guard let trouble = fitting.last(where: { !points.contains($0.point) }) ?? fitting.last else { continue }
                points.insert(trouble.point)
                few.append((situation, trouble))
            }
        }
        for point in FaultPoint.allCases where !points.contains(point) {
            let situation = FaultFlow.Situation.all.first { $0.flow.reaches(point) }
            guard let situation, let trouble = Trouble.all.first(where: { $0.point == point }) else { continue }
            few.append((situation, trouble))
        }
        return few
    }()

    /// The points where no call of the library comes by: its apps never have the system ask for permission, have no user accounts,
    /// and keep their authorizations themselves.
    static let pointsOfOthers: Set<FaultPoint> = [.accessPrompt, .userAccounts, .authorization]

    @Test("Every point that the library comes to, and every kind in every flow, is tried")
    func choice() {
        let points = Set(Self.shares.flatMap { $0.troubles.map(\.point) })
        #expect(Set(FaultPoint.allCases).subtracting(points).subtracting(Self.pointsOfOthers).isEmpty)
        for flow in FaultFlow.allCases {
            let kinds = Set(Self.shares.filter { $0.situation.flow == flow }.flatMap { $0.troubles.map(\.kind) })
            #expect(kinds.isSuperset(of: Trouble.kinds.filter { $0 != "--saml" }), "\(flow): \(kinds)")
        }
    }

    @Test("A flow ends with what the documents know, the daemons live on, and a reset takes the fault away", arguments: shares)
    func flow(_ share: Share) async throws {
        try await withDaemons { daemons in
            let file = try daemons.workspace.folder.write(share.situation.flow.scenario, to: "flow.yaml")
            try await daemons.vsactl("scenario", "load", file).checked()
            let device = try await daemons.accountProcessID()
            for trouble in share.troubles {
                try await play(share.situation, under: trouble, daemons)
                #expect(try await daemons.accountProcessID() == device, "\(share) under \(trouble): vsad has died")
                try await daemons.vsactl("reset").checked()
                let left = try await daemons.document("fault", "list")["faults"].elements
                #expect(left.isEmpty, "\(share) under \(trouble): after the reset there are \(left)")
            }
        }
    }

    private func play(_ situation: FaultFlow.Situation, under trouble: Trouble, _ daemons: Daemons) async throws {
        let name = "\(situation.testDescription) under \(trouble)"
        try await daemons.run("vsactl", ["fault", "add", trouble.point.rawValue, "--id", "trouble"] + trouble.options).checked()
        let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        let app = try AppProcess(
            options: ["--storage", storage, "--platform", situation.platform.rawValue], environment: daemons.presentEnvironment,
            log: daemons.workspace.folder.path("logs/entitle.log"))
        var player = FaultFlowPlayer(app, platform: situation.platform)
        let release = Task {
            // Whatever hangs is let go on, again and again, until the flow is over.
            while trouble.kind == "--hang", !Task.isCancelled {
                try await until("a call hangs") { try await Self.isHanging(daemons) }
                try await daemons.vsactl("fault", "release", "trouble").checked()
            }
        }
        do {
            try await player.play(situation.flow)
        } catch {
            Issue.record("\(name): \(error); heard: \(player.heard)")
        }
        release.cancel()
        _ = await release.result
        #expect(try await app.quit().exit == .exited(0), "\(name)")
        for callback in player.heard {
            #expect(DocumentedAnswers.know(callback), "\(name): \(callback)")
        }
        let faults = try await daemons.document("fault", "list")["faults"].elements
        #expect(faults.count == 1, "\(name): \(faults)")
        if situation.flow.reaches(trouble.point) {
            #expect(faults.first?["struck"] != .integer(0), "\(name): it has not struck; heard: \(player.heard)")
        }
    }

    private static func isHanging(_ daemons: Daemons) async throws -> Bool {
        try await daemons.document("fault", "list")["faults"].elements.contains { $0["waiting"] != .integer(0) }
    }
}

/// What the documents list: the codes of statuses, and the errors of callbacks.
enum DocumentedAnswers {
    private static let statuses: Set<String> = [
        "AAPL", "AAPL_ERROR", "APPL", "APPL_ERROR", "VSA203", "VSA403", "VSA404", "VSA503", "N003", "N004", "N005", "500",
        "SEC403",
        "SEC412", "SEC420", "CFG100", "CFG400", "CFG404", "CFG429", "R400", "R401", "REG500", "REGCODE", "N000", "N001", "N010",
        "N011", "N111", "N130", "N500", "Z010", "Z011", "Z100", "Z110", "Z120", "Z130", "Z169", "Z500", "P100",
    ]

    private static let errors: Set<String> = [
        "", ErrorText.userNotAuthenticated, ErrorText.providerNotSelected, ErrorText.providerNotAvailable,
        ErrorText.genericAuthentication, ErrorText.userNotAuthorized,
    ]

    /// Whether a callback says what the documents know.
    static func know(_ callback: PrintedCallback) -> Bool {
        switch callback.name {
        case "status":
            let id = callback.text("errorId") ?? ""
            return statuses.contains(id) || id.wholeMatch(of: /CFG5[0-9]{2}/) != nil
        case "setAuthenticationStatus", "tokenRequestFailed": return errors.contains(callback.text("code") ?? "?")
        default: return true
        }
    }
}
