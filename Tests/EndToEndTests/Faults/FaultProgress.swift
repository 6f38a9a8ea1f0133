import Foundation
import Synchronization

/// Reports from time to time how many combinations of faults and flows are done, in the file `VSASIM_TEST_PROGRESS`, which
/// `scripts/run-tests` shows while it grows. Standard output arrives only in large pieces.
final class FaultProgress: Sendable {
    private struct State {
        var done = 0
        var reportedAt = ContinuousClock.now
    }

    private static let file = ProcessInfo.processInfo.environment["VSASIM_TEST_PROGRESS"]
        .flatMap(FileHandle.init(forWritingAtPath:))

    private let total: Int
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    init(total: Int) { self.total = total }

    /// Counts a finished one, and reports it if it took long.
    func advance(_ name: String, took duration: Duration) {
        if duration > .seconds(20) { Self.say("\(name) took \(duration.components.seconds) s") }
        let line: String? = state.withLock { state in
            state.done += 1
            let now = ContinuousClock.now
            guard state.done == total || now - state.reportedAt >= .seconds(20) else { return nil }
            state.reportedAt = now
            return "\(state.done) of \(total) combinations of fault and flow after \((now - start).components.seconds) s"
        }
        if let line { Self.say(line) }
    }

    private static func say(_ line: String) {
        _ = try? file?.seekToEnd()
        file?.write(Data("➜ \(line)\n".utf8))
    }
}
