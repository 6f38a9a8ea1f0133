import AccountCore
import DBus
import Glibc

/// Finds out from a connection's credentials which app is behind it: by Flatpak's metadata, then by the systemd unit, then by the
/// executable. (What a caller says itself stands between the last two; `Callers` knows it.)
struct CallerExamination: Sendable {
    /// Where the processes are.
    var processes = "/proc"
    /// The daemon's own unit. Who shares it was started together with the daemon, from one terminal or development environment;
    /// the unit's name tells only that one's.
    var ownUnit: String? = Self.unit(ofProcessAt: "/proc/self")

    /// What the system says about a caller.
    ///
    /// - Parameter firstSight: When the caller's connection was first seen. The bus keeps the process number of who made it for as
    ///   long as it is open, which may be longer than that process lives: a process that is younger has got the number since.
    /// - Throws: `UnknownCaller` when it cannot be told whether the caller is in a sandbox.
    func findings(about credentials: Credentials, firstSight: BootTime) throws(UnknownCaller) -> CallerFindings {
        // The administrator may do everything anyway, and nobody else can look into its processes.
        if credentials.userID == 0, geteuid() != 0 { return CallerFindings(identity: nil, isSandboxed: false) }
        // In another process namespace, or not on this machine.
        guard let processID = credentials.processID, processID > 0 else {
            return CallerFindings(identity: nil, isSandboxed: true)
        }
        let process = try CallerProcess(folder: "\(processes)/\(processID)")
        if let descriptor = credentials.process {
            if Self.hasEnded(descriptor) { throw UnknownCaller("its process has ended") }
        } else {
            guard let start = process.start, start <= firstSight else {
                throw UnknownCaller("its process is younger than its connection")
            }
        }
        let findings = try findings(about: process, isConfined: Self.isConfined(credentials.securityLabel))
        guard process.isAlive else { throw UnknownCaller("its process has ended") }
        return findings
    }

    private func findings(about process: CallerProcess, isConfined: Bool) throws(UnknownCaller) -> CallerFindings {
        if let metadata = try process.rootText(of: FlatpakMetadata.fileName, limit: FlatpakMetadata.limit) {
            guard let name = FlatpakMetadata.application(in: metadata), let app = try? ApplicationID(name) else {
                throw UnknownCaller("its \(FlatpakMetadata.fileName) names no app")
            }
            return CallerFindings(
                identity: CallerIdentity(application: app, identification: .flatpak), isSandboxed: true)
        }
        if let app = unitApplication(of: process) {
            return CallerFindings(
                identity: CallerIdentity(application: app, identification: .systemdScope), isSandboxed: isConfined)
        }
        return CallerFindings(identity: executable(of: process), isSandboxed: isConfined)
    }

    private func unitApplication(of process: CallerProcess) -> ApplicationID? {
        guard let text = try? process.text(of: "cgroup", limit: ControlGroup.limit), let unit = ControlGroup.unit(in: text),
            unit != ownUnit, let name = ControlGroup.application(unit: unit)
        else { return nil }
        return try? ApplicationID(name)
    }

    private func executable(of process: CallerProcess) -> CallerIdentity? {
        guard var path = process.target(of: "exe") else { return nil }
        let deleted = " (deleted)"
        if path.hasSuffix(deleted) { path.removeLast(deleted.count) }
        return ApplicationID(executable: path).map { CallerIdentity(application: $0, identification: .executable) }
    }

    /// The user unit of a process; nil when it has none.
    static func unit(ofProcessAt folder: String) -> String? {
        guard let process = try? CallerProcess(folder: folder),
            let text = try? process.text(of: "cgroup", limit: ControlGroup.limit)
        else { return nil }
        return ControlGroup.unit(in: text)
    }

    /// Whether AppArmor holds the caller to what a snap may do: `snap.NAME.APP (enforce)`. Classic snaps are not held to it.
    static func isConfined(_ label: [UInt8]?) -> Bool {
        guard let label else { return false }
        let text = String(decoding: label, as: UTF8.self)
        return text.hasPrefix("snap.") && text.hasSuffix(" (enforce)")
    }

    /// Whether the process of a pidfd has ended, so that its number may mean another one.
    private static func hasEnded(_ process: FileDescriptor) -> Bool {
        var poller = pollfd(fd: process.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, 0) != 0
    }
}
