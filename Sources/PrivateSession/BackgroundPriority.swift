import CProcess
import Glibc

/// Process priorities for work that is not urgent.
public enum BackgroundPriority {
    /// Gives this process a small share of a busy machine from now on.
    public static func takeLow() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }

    /// Restricts this process to run only while the machine is idle: on a busy machine, possibly never.
    public static func takeIdle() {
        var parameters = sched_param()
        if sched_setscheduler(0, cprocess_idle_policy(), &parameters) != 0 { takeLow() }
    }
}
