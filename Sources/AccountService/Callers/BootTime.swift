import Glibc

/// Time since the machine was started, as the kernel notes it for processes: whole ticks, of which a second has a hundred nearly
/// everywhere.
struct BootTime: Sendable, Comparable {
    var ticks: UInt64

    /// The present.
    static var now: BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        let perSecond = UInt64(clamping: max(1, sysconf(Int32(_SC_CLK_TCK))))
        return BootTime(
            ticks: UInt64(clamping: time.tv_sec) * perSecond + UInt64(clamping: time.tv_nsec) * perSecond / 1_000_000_000)
    }

    static func < (left: BootTime, right: BootTime) -> Bool { left.ticks < right.ticks }
}
