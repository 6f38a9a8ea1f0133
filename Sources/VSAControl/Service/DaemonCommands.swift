import Glibc
import StateDirectory

/// The commands that start and restart a daemon on this system.
enum DaemonCommands {
    static let start = "vsactl service start"
    static let restartService = "vsactl service stop; vsactl service start"

    static func restartDevice(_ environment: [String: String]) -> String {
        // The bus starts it when it is called.
        hasUnit("vsad.service", environment) ? "systemctl --user restart vsad" : "pkill -x vsad; vsactl status"
    }

    /// Returns whether the user's service manager is running and has a unit.
    static func hasUnit(_ name: String, _ environment: [String: String]) -> Bool {
        guard let runtime = environment["XDG_RUNTIME_DIR"].nonEmpty,
            access("\(runtime)/systemd/private", F_OK) == 0
        else { return false }
        let own = [BaseDirectories.configurationHome(environment: environment)].compactMap(\.self)
        let system = ["/etc", "/usr/local/lib", "/usr/local/share", "/usr/lib", "/usr/share"]
        return (own + BaseDirectories.data(environment: environment) + system).contains {
            access("\($0)/systemd/user/\(name)", R_OK) == 0
        }
    }
}
