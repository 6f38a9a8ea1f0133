import FoundationEssentials
import Glibc
import PrivateSession

/// The commands that restart a daemon on this system.
struct DaemonCommands: Sendable {
    /// Starts entitlementd.
    let start: String
    /// Restarts entitlementd.
    let restartService: String
    /// Restarts vsad.
    let restartDevice: String

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if Self.hasUnit("entitlementd.service", environment) {
            start = "systemctl --user start entitlementd"
            restartService = "systemctl --user restart entitlementd"
        } else {
            let program = Self.program("entitlementd", environment)
            start = "\(program) serve"
            restartService = "pkill -x entitlementd; \(program) serve"
        }
        // The bus starts it when it is called.
        restartDevice =
            Self.hasUnit("vsad.service", environment)
            ? "systemctl --user restart vsad" : "pkill -x vsad; vsactl status"
    }

    /// Whether the user's service manager is running and has a unit.
    private static func hasUnit(_ name: String, _ environment: [String: String]) -> Bool {
        guard let runtime = environment["XDG_RUNTIME_DIR"].nonEmpty,
            access("\(runtime)/systemd/private", F_OK) == 0
        else { return false }
        let home = environment["HOME"] ?? ""
        let data = environment["XDG_DATA_HOME"].nonEmpty ?? "\(home)/.local/share"
        let configuration = environment["XDG_CONFIG_HOME"].nonEmpty ?? "\(home)/.config"
        let folders = [data, configuration, "/etc", "/usr/local/lib", "/usr/local/share", "/usr/lib", "/usr/share"]
        return folders.contains { access("\($0)/systemd/user/\(name)", R_OK) == 0 }
    }

    /// Returns a program's name if the shell finds it, otherwise its path.
    private static func program(_ name: String, _ environment: [String: String]) -> String {
        if CommandSearch.find(name, path: environment["PATH"] ?? "") != nil { return name }
        guard let path = try? Executables.find(name) else { return name }
        return URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
