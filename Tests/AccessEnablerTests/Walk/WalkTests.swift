import EntitlementModel
import Testing

@testable import AccessEnabler

/// The library's state machine against the model, over random sequences of calls, happenings and answers.
///
/// `VSASIM_WALK_SEED=N scripts/run-tests --filter WalkTests` runs one seed again.
@Suite("Random walks", .serialized)
struct WalkTests {
    private func check(_ seeds: [UInt64], _ failure: @escaping @Sendable (Walk) -> WalkFailure?) async {
        let finding = await RandomWalks.finding(in: seeds, of: "WalkTests") { walk in
            failure(walk).map { "on \(walk.platform), \($0)" }
        }
        if let finding { Issue.record("\(finding)") }
    }

    @Test("the app receives what the decision tables say", arguments: RandomWalks.chunks(5))
    func predicted(chunk: UInt64) async {
        await check(RandomWalks.seeds(of: chunk), PredictedWalk.failure)
    }

    @Test("in any order of events, every call is answered once", arguments: RandomWalks.chunks(5))
    func wild(chunk: UInt64) async {
        // Two fifths of the seeds but in `make soak`: what is left open here is decided by the model.
        let count = RandomWalks.isSoak ? RandomWalks.chunkSize : RandomWalks.chunkSize * 2 / 5
        await check(Array(RandomWalks.seeds(of: chunk).prefix(Int(count))), WildWalk.failure)
    }
}
