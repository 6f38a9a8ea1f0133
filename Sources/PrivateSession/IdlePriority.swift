import CProcess
import Glibc

/// For work that nobody waits for.
public enum IdlePriority {
    /// From now on this process runs when the machine has nothing else to do.
    public static func take() {
        var parameters = sched_param()
        if sched_setscheduler(0, cprocess_idle_policy(), &parameters) != 0 {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        }
    }
}
