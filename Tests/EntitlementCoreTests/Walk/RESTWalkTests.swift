import EntitlementModel
import Foundation
import Testing

/// The service against a model of tables 20 to 36, over random sequences of the calls of REST v2.
///
/// `VSASIM_WALK_SEED=N scripts/run-tests --filter RESTWalkTests` runs one seed again.
@Suite("Random walks through REST v2", .serialized)
struct RESTWalkTests {
    private static let variables = ProcessInfo.processInfo.environment
    private static let isSoak = variables["VSASIM_SOAK"] == "1"

    /// 4,000 seeds; in `make soak` ten times as many, others every day.
    private static var seeds: [UInt64] {
        if let seed = variables["VSASIM_WALK_SEED"] { return UInt64(seed).map { [$0] } ?? [] }
        let day = isSoak ? UInt64(Date().timeIntervalSince1970 / 86_400) * 1_000_000 : 0
        return (1...(isSoak ? 40_000 : 4_000)).map { day + $0 }
    }

    private static let thread = DispatchQueue(label: "random walks through REST v2")

    @Test("The service answers what the tables say")
    func predicted() async {
        let finding = await withCheckedContinuation { continuation in
            Self.thread.async { continuation.resume(returning: Self.finding()) }
        }
        if let finding { Issue.record("\(finding)") }
    }

    /// The first walk that fails, and how.
    private static func finding() -> String? {
        for seed in seeds {
            let walk = RESTWalk(seed: seed)
            guard difference(walk) != nil else { continue }
            let shrunk = walk.shrunk { difference($0) != nil }
            return """
                seed \(seed): \(difference(shrunk) ?? "")
                the shortest walk that fails:
                \(shrunk)
                again: VSASIM_WALK_SEED=\(seed) scripts/run-tests --filter RESTWalkTests
                """
        }
        return nil
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
