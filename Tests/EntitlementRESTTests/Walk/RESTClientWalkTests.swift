import EntitlementModel
import Testing

/// The client against a model of its contract, over random sequences of calls, cancellations, failures, and events at the
/// service, the device and its account.
///
/// `VSASIM_WALK_SEED=N scripts/run-tests --filter RESTClientWalkTests` runs one seed again.
@Suite("Random walks through the client", .serialized)
struct RESTClientWalkTests {
    @Test("The client requests and answers as its contract specifies", arguments: RandomWalks.cases(2))
    func predicted(chunks: Range<UInt64>) async {
        let finding = await RandomWalks.finding(
            in: RandomWalks.seeds(of: chunks), of: "RESTClientWalkTests", Self.difference)
        if let finding { Issue.record("\(finding)") }
    }

    private static func difference(_ walk: RESTClientWalk) async -> String? {
        let app = RESTClientApp()
        var model = RESTClientModel()
        for (index, step) in walk.steps.enumerated() {
            var (expected, seen) = (model.perform(step), await app.perform(step))
            if case .together = step { (expected, seen) = (essence(expected), essence(seen)) }
            guard expected != seen else { continue }
            func text(_ lines: [String]) -> String { lines.map { "\n    \($0)" }.joined() }
            return "step \(index + 1)\nexpected\(text(expected))\nseen\(text(seen))"
        }
        return nil
    }

    /// What concurrent calls have in common with the same calls one after the other: the credentials that are requested, and the
    /// results.
    private static func essence(_ lines: [String]) -> [String] {
        lines.filter { ["register", "token(", "→"].contains(where: $0.hasPrefix) }.sorted()
    }
}
