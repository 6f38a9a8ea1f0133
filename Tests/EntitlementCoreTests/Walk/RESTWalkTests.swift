import EntitlementModel
import Testing

/// The service against a model of tables 20 to 36, over random sequences of the calls of REST v2.
///
/// `VSASIM_WALK_SEED=N scripts/run-tests --filter RESTWalkTests` runs one seed again.
@Suite("Random walks through REST v2", .serialized)
struct RESTWalkTests {
    @Test("The service answers as the tables specify", arguments: RandomWalks.cases(4))
    func predicted(chunks: Range<UInt64>) async {
        let finding = await RandomWalks.finding(in: RandomWalks.seeds(of: chunks), of: "RESTWalkTests", Self.difference)
        if let finding { Issue.record("\(finding)") }
    }

    private static func difference(_ walk: RESTWalk) -> String? {
        var service = RESTWalkService()
        var model = RESTModel(now: service.now)
        for (index, step) in walk.steps.enumerated() {
            let (expected, seen) = (model.answer(step), service.answer(step))
            if expected != seen { return "step \(index + 1)\nexpected \(expected)\nseen     \(seen)" }
        }
        return nil
    }
}
