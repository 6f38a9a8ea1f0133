import Encodings
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The device's clock: the machine's, shifted or frozen by the setting in `VSASIM_CLOCK`, or in the file that it names.
package struct DeviceClock: Sendable {
    /// Returns the current setting.
    private let setting: @Sendable () -> Setting

    /// Creates a clock from `real`, `offset:SECONDS`, `frozen:UNIX_SECONDS`, or the absolute path of a file with one of these,
    /// which is read each time. Nil if the text is something else, or the time is outside the years 1 to 9979.
    package init?(specification: String) {
        if specification.hasPrefix("/") {
            let file = ClockFile(path: specification)
            setting = { file.setting }
        } else if let fixed = Setting(specification) {
            setting = { fixed }
        } else {
            return nil
        }
    }

    /// Returns the clock of an environment's `VSASIM_CLOCK`; the machine's if the setting is missing or invalid. An invalid one is
    /// reported.
    ///
    /// - Parameter environment: Nil for that of this process, where an invalid setting is reported only once.
    package static func named(
        in environment: [String: String]?, report: (String) -> Void = StandardError.say
    ) -> DeviceClock {
        guard let environment else { return process }
        let value = environment["VSASIM_CLOCK"]?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let text = value.nonEmpty else { return real }
        guard let clock = DeviceClock(specification: text) else {
            report("vsa-simulator: VSASIM_CLOCK=\(text) is neither \(Setting.accepted) nor an absolute path; real time is used.")
            return real
        }
        return clock
    }

    private static let process = named(in: ProcessInfo.processInfo.environment)

    /// The machine's time, unchanged.
    package static let real = DeviceClock(setting: { .real })

    private init(setting: @escaping @Sendable () -> Setting) { self.setting = setting }

    /// Returns the time in milliseconds since 1970.
    package func milliseconds() -> Int64 { setting().time(machine: Self.machine()) }

    /// Returns the machine's time, regardless of the device's setting, in microseconds since 1970.
    package static func machineMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Waits in real time, regardless of changes to the time of day; ends early if the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    package static func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }

    /// Blocks the thread for a while, in real time.
    package static func pause(milliseconds: Int64) {
        usleep(UInt32(clamping: milliseconds * 1_000))
    }

    fileprivate static func machine() -> Int64 { machineMicroseconds() / 1_000 }

    /// The change to the machine's time, in milliseconds.
    fileprivate enum Setting: Sendable {
        case real
        case offset(Int64)
        case frozen(Int64)

        static let accepted = "real, offset:SECONDS, frozen:UNIX_SECONDS"

        /// The years 1 to 9979, which date formats can represent, with room for lifetimes.
        private static let times: ClosedRange<Int64> = -62_135_596_800_000...252_771_148_799_999

        /// Creates a setting from its text. Seconds may have up to three decimal places.
        init?(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts == ["real"] {
                self = .real
                return
            }
            guard parts.count == 2, let number = thousandths(parts[1]) else { return nil }
            switch parts[0] {
            case "offset" where Self.times.contains(DeviceClock.machine() + number): self = .offset(number)
            case "frozen" where Self.times.contains(number): self = .frozen(number)
            default: return nil
            }
        }

        func time(machine: Int64) -> Int64 {
            switch self {
            case .real: machine
            case .offset(let offset): machine + offset
            case .frozen(let time): time
            }
        }
    }
}

/// The file with the clock's setting. If it is missing, the time is not changed.
private final class ClockFile: Sendable {
    private let path: String
    /// Whether the unreadable file has been reported.
    private let isReported = Atomic(false)

    init(path: String) { self.path = path }

    /// The current setting. The file is read each time because it is replaced when it changes; reading its few bytes takes less
    /// time than checking for a change.
    var setting: DeviceClock.Setting {
        guard let text = read(), !text.isEmpty else { return .real }
        if let setting = DeviceClock.Setting(text) { return setting }
        if !isReported.exchange(true, ordering: .relaxed) {
            let content = text.count > 60 ? "\(text.prefix(60))…" : text
            StandardError.say(
                "vsa-simulator: the clock file \(path) contains “\(content)”; accepted: \(DeviceClock.Setting.accepted); real time is used."
            )
        }
        return .real
    }

    /// Reads the beginning of the file; a setting is shorter than that.
    private func read() -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Messages for the user who runs the app.
package enum StandardError {
    /// Writes one line to standard error.
    package static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}

// The times of services and their clients.
extension Date {
    /// Creates a date from milliseconds since 1970.
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// Milliseconds since 1970. A date beyond the range of the type becomes its nearest end: a provider may name any date.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
