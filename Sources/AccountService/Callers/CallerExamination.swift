import AccountCore
import DBus
import Glibc

/// Identifies the app behind a connection from its credentials: by Flatpak's metadata, then by the systemd unit, then by the
/// executable. (A caller's own claim ranks between the last two; `Callers` handles it.)
struct CallerExamination: Sendable {
    /// The folder of the processes.
    var processes = "/proc"
    /// The daemon's own unit. A process in it was started together with the daemon, from the same terminal or development
    /// environment, and the unit's name identifies only that.
    var ownUnit: String? = (try? CallerProcess(folder: "/proc/self")).flatMap(Self.unit(of:))

    /// Returns the system's information about a caller.
    ///
    /// - Parameter firstSight: The time at which the caller's connection was first seen. The bus stores the ID of the connecting
    ///   process while the connection is open, which may be longer than the process lives: a younger process has reused the ID.
    /// - Throws: `UnknownCaller` if it cannot be determined whether the caller is in a sandbox.
    func findings(about credentials: ConnectionCredentials, firstSight: BootTime) throws(UnknownCaller) -> CallerFindings {
        // The administrator is not restricted anyway, and other users cannot inspect the processes.
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
        guard let unit = Self.unit(of: process), unit != ownUnit, let name = ControlGroup.application(unit: unit) else {
            return nil
        }
        return try? ApplicationID(name)
    }

    private func executable(of process: CallerProcess) -> CallerIdentity? {
        guard var path = process.target(of: "exe") else { return nil }
        let deleted = " (deleted)"
        if path.hasSuffix(deleted) { path.removeLast(deleted.count) }
        return ApplicationID(executable: path).map { CallerIdentity(application: $0, identification: .executable) }
    }

    /// Returns the user unit of a process; nil if it has none.
    private static func unit(of process: CallerProcess) -> String? {
        (try? process.text(of: "cgroup", limit: ControlGroup.limit)).flatMap(ControlGroup.unit(in:))
    }

    /// Returns whether AppArmor confines the caller to a snap's permissions: `snap.NAME.APP (enforce)`. Classic snaps are not
    /// confined.
    static func isConfined(_ label: [UInt8]?) -> Bool {
        guard let label else { return false }
        let text = String(decoding: label, as: UTF8.self)
        return text.hasPrefix("snap.") && text.hasSuffix(" (enforce)")
    }

    /// Returns whether the process of a pidfd has exited, so that its ID may have been reused.
    private static func hasEnded(_ process: BusFileDescriptor) -> Bool {
        var poller = pollfd(fd: process.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, 0) != 0
    }
}

/// `.flatpak-info`, a key file that Flatpak creates in the root folder of every sandbox.
enum FlatpakMetadata {
    static let fileName = ".flatpak-info"
    /// The maximum size, in bytes. Real files have about one thousand.
    static let limit = 65_536

    /// Returns the app's identifier: `name` in the group `Application`, or else in `Runtime`, with which a runtime is run like an
    /// app.
    static func application(in text: String) -> String? {
        let file = KeyFile(text)
        return file.value(of: "name", in: "Application") ?? file.value(of: "name", in: "Runtime")
    }
}
