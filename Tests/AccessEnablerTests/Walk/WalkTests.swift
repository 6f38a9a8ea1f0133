import EntitlementModel
import Testing

@testable import AccessEnabler

/// The library's state machine against the model, over random sequences of calls, events and answers.
///
/// `VSASIM_WALK_SEED=N scripts/run-tests --filter WalkTests` runs one seed again.
@Suite("Random walks", .serialized)
struct WalkTests {
    @Test("the app receives what the decision tables say", arguments: RandomWalks.cases(5))
    func predicted(chunks: Range<UInt64>) async {
        await check(RandomWalks.seeds(of: chunks), of: "AccessEnablerTests.WalkTests", PredictedWalk.failure)
    }
}

/// A separate suite, which starts without waiting for the other.
@Suite("Random walks in any order", .serialized)
struct WildWalkTests {
    @Test("in any order of events, every call is answered once", arguments: RandomWalks.cases(5))
    func wild(chunks: Range<UInt64>) async {
        // Two fifths of the seeds, except in `make soak`: the model's walks check more.
        let count = RandomWalks.isSoak ? RandomWalks.chunkSize : RandomWalks.chunkSize * 2 / 5
        await check(RandomWalks.seeds(of: chunks, first: count), of: "WildWalkTests", WildWalk.failure)
    }
}

private func check(_ seeds: [UInt64], of suite: String, _ failure: @escaping @Sendable (Walk) -> WalkFailure?) async {
    let finding = await RandomWalks.finding(in: seeds, of: suite) { walk in
        failure(walk).map { "on \(walk.platform), \($0)" }
    }
    if let finding { Issue.record("\(finding)") }
}
