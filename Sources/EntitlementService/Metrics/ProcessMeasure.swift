import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The kernel's information about this process.
struct ProcessMeasure: Sendable, Equatable {
    var residentBytes: Int64
    var virtualBytes: Int64
    var openDescriptors: Int
    var mostDescriptors: Int64
    var processorSeconds: Double
    /// Unix seconds.
    var startTime: Double
    var threads: Int

    /// Reads `/proc/self`; nil if there is none.
    static func current() -> ProcessMeasure? {
        guard let text = contents("/proc/self/stat"), let end = text.lastIndex(of: ")") else { return nil }
        // After the name, which may contain anything: fields 3 and following of proc(5).
        let fields = text[text.index(after: end)...].split(separator: " ").map(String.init)
        func field(_ number: Int) -> Int64 { fields.indices.contains(number - 3) ? Int64(fields[number - 3]) ?? 0 : 0 }
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return ProcessMeasure(
            residentBytes: field(24) * Int64(sysconf(Int32(_SC_PAGESIZE))), virtualBytes: field(23),
            openDescriptors: (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0,
            mostDescriptors: Int64(clamping: limit.rlim_cur), processorSeconds: Double(field(14) + field(15)) / ticks,
            startTime: bootTime() + Double(field(22)) / ticks, threads: Int(field(20)))
    }

    /// Returns the time at which the machine was started, in Unix seconds.
    private static func bootTime() -> Double {
        let line = contents("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Double($0.dropFirst("btime ".count)) } ?? 0
    }

    private static func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
