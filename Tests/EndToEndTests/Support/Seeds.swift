import Foundation

/// The seeds of random tests: a few fixed ones in `make test`, many that change every day in `make soak`, and those in
/// `VSASIM_SEEDS` (numbers separated by commas), to reproduce a failure.
enum Seeds {
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether `make soak` runs.
    static let isSoak = environment["VSASIM_SOAK"] == "1"

    /// This number of seeds, or a larger one in `make soak`.
    static func few(_ count: UInt64, soak: UInt64) -> [UInt64] {
        if let text = environment["VSASIM_SEEDS"] {
            return text.split(separator: ",", omittingEmptySubsequences: false).map { number in
                // Without a seed, the tests with seeds would pass.
                guard let seed = UInt64(number) else { fatalError("VSASIM_SEEDS has what is not a number: \(text)") }
                return seed
            }
        }
        let day = UInt64(Date().timeIntervalSince1970 / 86_400)
        return isSoak ? (1...soak).map { day * 1_000 + $0 } : Array(1...count)
    }
}
