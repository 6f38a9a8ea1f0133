import CProcess
import Glibc

/// For work that nobody waits for now.
public enum BackgroundPriority {
    /// From now on this process gets a small share of a busy machine.
    public static func takeLow() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19) }

    /// From now on this process runs when the machine has nothing else to do: on a busy one forever later.
    public static func takeIdle() {
        var parameters = sched_param()
        if sched_setscheduler(0, cprocess_idle_policy(), &parameters) != 0 { takeLow() }
    }
}
