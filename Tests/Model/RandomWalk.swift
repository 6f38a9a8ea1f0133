import Dispatch
import Foundation

/// A sequence of random steps, the same for the same seed.
///
/// Every step makes sense at any position, so that a failing walk can be shrunk by removing steps.
public protocol RandomWalk: Sendable, CustomStringConvertible {
    associatedtype Step: Sendable

    var steps: [Step] { get set }

    /// The walk of a seed.
    init(seed: UInt64)

    /// The smaller steps into which a step can be divided.
    static func parts(of step: Step) -> [Step]
}

extension RandomWalk {
    public static func parts(of step: Step) -> [Step] { [] }

    /// The numbered steps.
    public var description: String { steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n") }

    /// The shortest walk found that still fails: steps are removed, or replaced by parts of them, as long as it does.
    func shrunk(_ fails: (Self) async -> Bool) async -> Self {
        var best = self
        var isShorter = true
        while isShorter {
            isShorter = false
            for index in best.steps.indices.reversed() {
                for candidate in best.shorter(at: index) where await fails(candidate) {
                    best = candidate
                    isShorter = true
                    break
                }
            }
        }
        return best
    }

    private func shorter(at index: Int) -> [Self] {
        var without = self
        without.steps.remove(at: index)
        return [without]
            + Self.parts(of: steps[index]).map { part in
                var candidate = self
                candidate.steps[index] = part
                return candidate
            }
    }
}

/// The seeds of random walks, and the report of one that fails.
public enum RandomWalks {
    /// The seeds of one chunk.
    public static let chunkSize: UInt64 = 500
    public static let isSoak = variables["VSASIM_SOAK"] == "1"
    private static let variables = ProcessInfo.processInfo.environment
    private static let factor = variables["VSASIM_WALK_FACTOR"].flatMap(UInt64.init) ?? (isSoak ? 40 : 1)

    /// The numbers of the chunks of each test case: forty times as many in `make soak`, `VSASIM_WALK_FACTOR` times as many if it
    /// is set, and one for a given seed.
    ///
    /// All are in one case in `make test`: the second case of a serialized suite begins after all tests that wait already, and
    /// the last walks would be alone at the end.
    public static func cases(_ count: UInt64) -> [Range<UInt64>] {
        if variables["VSASIM_WALK_SEED"] != nil { return [0..<1] }
        return factor == 1 ? [0..<count] : (0..<(factor * count)).map { $0..<($0 + 1) }
    }

    /// The seeds of some chunks, different every day in `make soak`; or only the one of `VSASIM_WALK_SEED`.
    ///
    /// - Parameter count: The number of seeds of each chunk.
    public static func seeds(of chunks: Range<UInt64>, first count: UInt64 = chunkSize) -> [UInt64] {
        if let text = variables["VSASIM_WALK_SEED"] {
            // Without a seed, every walk would pass.
            guard let seed = UInt64(text) else { fatalError("VSASIM_WALK_SEED is not a number: \(text)") }
            return [seed]
        }
        let day = isSoak ? UInt64(Date().timeIntervalSince1970 / 86_400) * 1_000_000 : 0
        return chunks.flatMap { chunk in (1...count).map { day + chunk * chunkSize + $0 } }
    }

    /// The first of some walks that fails: its seed, how the shortest walk found fails, and that walk; nil if all pass.
    ///
    /// - Parameters:
    ///   - suite: The tests that repeat it.
    ///   - failure: Returns how a walk fails; nil if it passes.
    public static func finding<Walk: RandomWalk>(
        in seeds: [UInt64], of suite: String, _ failure: @Sendable (Walk) async -> String?
    ) async -> String? {
        await withTaskExecutorPreference(WalkThread.only) {
            for seed in seeds {
                let walk = Walk(seed: seed)
                guard await failure(walk) != nil else { continue }
                let shrunk = await walk.shrunk { await failure($0) != nil }
                return """
                    seed \(seed): \(await failure(shrunk) ?? "")
                    the shortest walk that fails:
                    \(shrunk)
                    again: VSASIM_WALK_SEED=\(seed) scripts/run-tests --filter \(suite)
                    """
            }
            return nil
        }
    }
}

/// The walks' own thread: on the pool's few threads they would delay all tests that wait for something.
private final class WalkThread: TaskExecutor {
    static let only = WalkThread()

    private let queue = DispatchQueue(label: "random walks")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
