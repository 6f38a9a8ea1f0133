import Foundation
import Testing

@testable import AccessEnabler

/// The library's state machine against the model, over random sequences of calls, happenings and answers.
///
/// `VSASIM_WALK_SEED=N scripts/run-tests --filter WalkTests` runs one seed again.
@Suite("Random walks", .serialized)
struct WalkTests {
    private static let variables = ProcessInfo.processInfo.environment
    private static let isSoak = variables["VSASIM_SOAK"] == "1"
    private static let chunkSize: UInt64 = 500

    /// 10,000 seeds; in `make soak` ten times as many, others every day.
    static var chunks: [UInt64] { variables["VSASIM_WALK_SEED"] == nil ? Array(0..<(isSoak ? 200 : 20)) : [0] }

    static func seeds(of chunk: UInt64) -> [UInt64] {
        if let seed = variables["VSASIM_WALK_SEED"] { return UInt64(seed).map { [$0] } ?? [] }
        let day = isSoak ? UInt64(Date().timeIntervalSince1970 / 86_400) * 1_000_000 : 0
        return (1...chunkSize).map { day + chunk * chunkSize + $0 }
    }

    /// The walks' own thread: on the pool's few they would hold up all tests that wait for something.
    private static let thread = DispatchQueue(label: "random walks")

    private func check(_ seeds: [UInt64], _ failure: @escaping @Sendable (Walk) -> WalkFailure?) async {
        let finding = await withCheckedContinuation { continuation in
            Self.thread.async { continuation.resume(returning: Self.finding(seeds, failure)) }
        }
        if let finding { Issue.record("\(finding)") }
    }

    /// The first walk that fails, and how.
    private static func finding(_ seeds: [UInt64], _ failure: (Walk) -> WalkFailure?) -> String? {
        for seed in seeds {
            let walk = Walk(seed: seed)
            guard failure(walk) != nil else { continue }
            let shrunk = walk.shrunk { failure($0) != nil }
            let reason = failure(shrunk).map(String.init(describing:)) ?? ""
            return """
                seed \(seed), platform \(walk.platform), \(reason)
                the shortest walk that fails:
                \(shrunk)
                again: VSASIM_WALK_SEED=\(seed) scripts/run-tests --filter WalkTests
                """
        }
        return nil
    }

    @Test("the app receives what the decision tables say", arguments: chunks)
    func predicted(chunk: UInt64) async {
        await check(Self.seeds(of: chunk), PredictedWalk.failure)
    }

    @Test("in any order of events, every call is answered once", arguments: chunks)
    func wild(chunk: UInt64) async {
        // A quarter of the seeds but in `make soak`: what is left open here is decided by the model.
        await check(Array(Self.seeds(of: chunk).prefix(Self.isSoak ? .max : Int(Self.chunkSize / 4))), WildWalk.failure)
    }
}
