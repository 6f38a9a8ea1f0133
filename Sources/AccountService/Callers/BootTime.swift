import Glibc

/// Time since the machine was started, as recorded by the kernel for processes: in ticks, of which there are nearly always a
/// hundred per second.
struct BootTime: Sendable, Comparable {
    var ticks: UInt64

    /// The current time.
    static var now: BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        let perSecond = UInt64(clamping: max(1, sysconf(Int32(_SC_CLK_TCK))))
        return BootTime(
            ticks: UInt64(clamping: time.tv_sec) * perSecond + UInt64(clamping: time.tv_nsec) * perSecond / 1_000_000_000)
    }

    static func < (left: BootTime, right: BootTime) -> Bool { left.ticks < right.ticks }
}
