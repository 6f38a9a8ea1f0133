import Foundation
import StateDirectory
import TVWorld

#if canImport(Glibc)
    import Glibc
#endif

/// The metrics of this process, measured by the kernel.
enum ProcessMetrics {
    /// The current values of `/proc/self`; none for what it does not contain.
    static var families: [PrometheusFamily] {
        let text = contents("/proc/self/stat") ?? ""
        // After the name, which may contain anything: fields 3 and following of proc(5).
        let fields = text[(text.lastIndex(of: ")") ?? text.endIndex)...].split(separator: " ").dropFirst()
        func field(_ number: Int) -> Int64? { fields.indices.contains(number - 2) ? Int64(fields[number - 2]) : nil }
        func seconds(_ ticks: Int64?) -> Double? { ticks.map { Double($0) / Double(max(1, sysconf(Int32(_SC_CLK_TCK)))) } }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return [
            PrometheusFamily(
                "process_cpu_seconds_total", .counter, "Processor time spent, in seconds.",
                seconds(field(14).map { $0 + (field(15) ?? 0) })),
            PrometheusFamily(
                "process_resident_memory_bytes", .gauge, "Resident memory.",
                field(24).map { $0 * Int64(sysconf(Int32(_SC_PAGESIZE))) }),
            PrometheusFamily("process_virtual_memory_bytes", .gauge, "Virtual memory.", field(23)),
            PrometheusFamily(
                "process_open_fds", .gauge, "Open file descriptors.",
                try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count),
            PrometheusFamily(
                "process_max_fds", .gauge, "The maximum number of open file descriptors.",
                Int64(clamping: limit.rlim_cur)),
            PrometheusFamily(
                "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.",
                seconds(field(22)).map { bootTime + $0 }),
            PrometheusFamily("process_threads", .gauge, "Threads.", field(20)),
        ]
    }

    /// The time at which the machine was started, in Unix seconds. It is not read from `/proc/stat`, which the sandbox of the units
    /// hides (`ProcSubset=pid`), and it is determined once, so that the process has the same start time in every answer.
    private static let bootTime: Double = {
        var uptime = timespec()
        clock_gettime(CLOCK_BOOTTIME, &uptime)
        let now = Double(SystemClock.machineMicroseconds()) / 1_000_000
        return now - Double(uptime.tv_sec) - Double(uptime.tv_nsec) / 1_000_000_000
    }()

    private static func contents(_ path: String) -> String? {
        (try? OpenFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }
}
