import FoundationEssentials
import Glibc
import PrivateSession
import StateDirectory

/// The user's service that is running, found by its runtime file.
struct RunningService: Sendable, Equatable {
    var address: ServiceAddress
    var processID: Int32
    /// Whether the device may be connected to it without a command: its setting `auto-connect`.
    var connectsByItself: Bool

    /// Returns the service; nil if none is running.
    ///
    /// - Throws: `Failure` if others can read the file, or have written it.
    static func find(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> RunningService? {
        guard let path = ServiceAddress.runtimeFilePath(environment: environment), FileLock.isTaken(path + ".lock") else {
            return nil
        }
        var status = stat()
        let bytes = try? PrivateFile.read(path, limit: 65_536) { status = $0 }
        guard let bytes, let content = try? JSONDecoder().decode(ServiceAddress.RuntimeFile.self, from: Data(bytes)),
            let processID = content.processID
        else { return nil }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw Failure(
                .failed, "other users have access to the runtime file \(path), so its service is not used",
                advice: "chmod 600 \(path)")
        }
        guard isRunning(processID) else { return nil }
        return RunningService(
            address: try ServiceAddress(url: content.url, adminToken: content.adminToken), processID: processID,
            connectsByItself: content.autoConnect ?? true)
    }

    /// Returns whether a process of this user has not exited yet. `vsactl run` reaps its service only at the end of the session.
    static func isRunning(_ processID: Int32) -> Bool {
        processID > 0 && kill(processID, 0) == 0 && ProcessTable.isRunning(processID)
    }
}
