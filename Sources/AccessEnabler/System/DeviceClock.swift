import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The device's clock: the machine's, shifted or stopped as `VSASIM_CLOCK` says for the life of the process.
struct DeviceClock: Sendable {
    /// What is done to the machine's time; milliseconds.
    private enum Mode: Sendable {
        case real
        case offset(Int64)
        case frozen(Int64)
    }

    private let mode: Mode

    /// A clock as written: `real`, `offset:SECONDS`, `frozen:UNIX_SECONDS`; nil when the text is none of these or names a time
    /// outside the years 1 to 9979.
    init?(specification: String) {
        let parts = specification.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let times: ClosedRange<Int64> = -62_135_596_800...252_771_321_600
        switch (parts.first, parts.count == 2 ? Int64(parts[1]) : nil) {
        case ("real", nil) where parts.count == 1: mode = .real
        case ("offset", let seconds?) where abs(seconds.clamped) < 2 * times.upperBound:
            guard times.contains(Self.machine() / 1_000 + seconds) else { return nil }
            mode = .offset(seconds * 1_000)
        case ("frozen", let seconds?) where times.contains(seconds): mode = .frozen(seconds * 1_000)
        default: return nil
        }
    }

    /// The clock of this process; an unreadable setting is real time, and is said once.
    static let process: DeviceClock = {
        guard let text = ProcessInfo.processInfo.environment["VSASIM_CLOCK"], !text.isEmpty else { return real }
        guard let clock = DeviceClock(specification: text) else {
            let accepted = "real, offset:SECONDS, frozen:UNIX_SECONDS"
            StandardError.say("AccessEnabler: VSASIM_CLOCK=\(text) is none of \(accepted); real time is used.")
            return real
        }
        return clock
    }()

    /// The machine's time as it is.
    static let real = DeviceClock(mode: .real)

    private init(mode: Mode) { self.mode = mode }

    /// Milliseconds since 1970.
    func milliseconds() -> Int64 {
        switch mode {
        case .real: Self.machine()
        case .offset(let offset): Self.machine() + offset
        case .frozen(let time): time
        }
    }

    /// Lets real time pass, whatever is done to the time of day; ends early when the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    static func sleep(milliseconds: Int64) async throws {
        try await Task.sleep(for: Duration.milliseconds(milliseconds), clock: .continuous)
    }

    /// Holds the thread up for a moment of real time.
    static func pause(milliseconds: Int64) {
        usleep(UInt32(clamping: milliseconds * 1_000))
    }

    private static func machine() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}

extension Int64 {
    /// The number, but never the one whose absolute value does not exist.
    fileprivate var clamped: Int64 { self == .min ? .max : self }
}

/// One line on standard error.
enum StandardError {
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}
