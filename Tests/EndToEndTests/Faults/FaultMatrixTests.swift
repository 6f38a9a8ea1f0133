import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// Every kind of fault at every point in every flow, with the real programs (see `FaultMatrix`).
@Suite("Every fault in every flow", .daemonLogs)
struct FaultMatrixTests {
    private static let progress = FaultProgress(total: FaultMatrix.count)

    @Test("Every point that the library reaches, and every kind in every flow, is tested")
    func choice() {
        let points = Set(FaultMatrix.shares.flatMap { $0.troubles.map(\.point) })
        #expect(Set(FaultPoint.allCases).subtracting(points) == FaultMatrix.pointsOfOthers)
        for flow in FaultFlow.allCases {
            let shares = FaultMatrix.shares.filter { $0.situation.flow == flow }
            let kinds = Set(shares.flatMap { $0.troubles.map(\.kind) })
            #expect(kinds.isSuperset(of: Set(Trouble.Kind.allCases).subtracting([.saml])), "\(flow): \(kinds)")
        }
    }

    @Test(
        "A flow ends with documented results, the daemons survive, and a reset removes the fault",
        arguments: FaultMatrix.shares)
    func flow(_ share: FaultMatrix.Share) async throws {
        try await withThrowingTaskGroup { group in
            for trouble in share.troubles {
                group.addTask { try await play(share.situation, under: [trouble]) { $0 > 0 } }
            }
            let elsewhere = FaultPoint.allCases.filter { !share.situation.flow.reaches($0) }.map(Trouble.error)
            group.addTask { try await play(share.situation, under: elsewhere) { $0 == 0 } }
            try await group.waitForAll()
        }
    }

    /// Plays a flow with faults.
    ///
    /// - Parameter isRight: Whether each fault has been applied as often as it should.
    private func play(
        _ situation: FaultFlow.Situation, under troubles: [Trouble], hasStruck isRight: @Sendable (Int) -> Bool
    ) async throws {
        let name = "\(situation.testDescription), \(troubles.map(\.description).joined(separator: ", "))"
        try await FaultSessions.shared.withSession(for: situation.flow) { session in
            let start = ContinuousClock.now
            if session.loaded != situation.flow {
                let file = try session.daemons.workspace.folder.write(situation.flow.scenario, to: "flow.yaml")
                try await session.daemons.vsactl("scenario", "load", file).checked()
                session.loaded = situation.flow
            }
            let device = try await session.deviceOwner()
            let heard = try await play(situation, under: troubles, session, name)
            for callback in heard { #expect(DocumentedAnswers.know(callback), "\(name): \(callback)") }
            for side in FaultPoint.Side.allCases {
                let faults = try await session.faults(of: side)
                #expect(faults.count == troubles.count { $0.point.side == side }, "\(name): \(faults)")
                #expect(faults.allSatisfy { isRight($0.struck) }, "\(name): \(faults); heard: \(heard)")
            }
            #expect(try await session.deviceOwner() == device, "\(name): vsad has died")
            try await session.reset()
            for side in FaultPoint.Side.allCases {
                let left = try await session.faults(of: side)
                #expect(left.isEmpty, "\(name): after the reset there are \(left)")
            }
            Self.progress.advance(name, took: ContinuousClock.now - start)
        }
    }

    /// Plays a flow with a new app.
    ///
    /// - Returns: What the app has received.
    private func play(
        _ situation: FaultFlow.Situation, under troubles: [Trouble], _ session: FaultSession, _ name: String
    ) async throws -> [PrintedCallback] {
        var hanging: (id: String, side: FaultPoint.Side)?
        for trouble in troubles {
            let id = try await session.add(trouble)
            if trouble.kind == .hang { hanging = (id, trouble.point.side) }
        }
        let folder = session.daemons.workspace.folder
        let storage = try folder.makeFolder("apps/\(UUID().uuidString)")
        let app = try AppProcess(
            options: ["--storage", storage, "--platform", situation.platform.rawValue],
            environment: session.daemons.presentEnvironment, log: folder.path("logs/entitle.log"))
        var player = FaultFlowPlayer(app, platform: situation.platform)
        let isOver = Flag()
        // Not a cancelled task: FoundationNetworking hangs if it is cancelled at the wrong moment.
        let release = Task { [hanging] in
            // Releases whatever hangs, repeatedly, until the flow has ended.
            while let (id, side) = hanging, !isOver.isRaised {
                try await until("a call hangs", every: .milliseconds(100)) {
                    if isOver.isRaised { return true }
                    return try await session.faults(of: side).contains { $0.waiting > 0 }
                }
                try await session.release(id, of: side)
            }
        }
        do {
            try await player.play(situation.flow)
            #expect(try await app.quit().exit == .exited(0), "\(name)")
        } catch {
            Issue.record("\(name): \(error); heard: \(player.heard)")
        }
        isOver.raise()
        _ = await release.result
        return player.heard
    }
}
