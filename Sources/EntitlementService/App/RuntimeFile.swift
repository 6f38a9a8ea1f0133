import EntitlementCore
import Foundation
import Glibc
import StateDirectory
import TVWorld

/// `$XDG_RUNTIME_DIR/vsasim/entitlementd.json`, in which other programs of the user find the service.
///
/// Its lock file is locked while the service runs, so that a second service does not replace the file.
public final class RuntimeFile: Sendable {
    /// The file's path.
    public let path: String
    private let lock: FileLock

    /// Locks the configured file, or the default one in the runtime folder; nil if there is no runtime folder.
    ///
    /// - Throws: ``SetupFailure`` if another service owns the file, it is a folder, or its folder cannot be used.
    public init?(configuration: ServiceConfiguration, environment: [String: String]) throws {
        guard let path = Self.path(configuration, environment) else { return nil }
        self.path = path
        // Otherwise only the write after the start would notice this.
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw SetupFailure("The runtime file \(path) cannot be written: \(SystemFailure(EISDIR).reason)", exitCode: 65)
        }
        let folder = (path as NSString).deletingLastPathComponent
        try? PrivateFolder.make(folder)
        let lock: FileLock?
        do throws(SystemFailure) { lock = try FileLock(path + ".lock") } catch {
            throw SetupFailure("The runtime file \(path) cannot be written: \(error.reason)")
        }
        guard let lock else { throw Self.owner(of: path) }
        self.lock = lock
    }

    private static func path(_ configuration: ServiceConfiguration, _ environment: [String: String]) -> String? {
        if let path = configuration[.runtimeFile].text {
            return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        return folder + "/vsasim/entitlementd" + (configuration[.instance].text.map { "-" + $0 } ?? "") + ".json"
    }

    /// Returns the failure with the other service's URL and process, and the remedy.
    private static func owner(of path: String) -> SetupFailure {
        let content = FileManager.default.contents(atPath: path).flatMap { try? JSON(parsing: $0) }
        let advice = "; another one needs --instance NAME or --runtime-file FILE"
        guard let url = content?["url"]?.text, let process = content?["processID"]?.integer else {
            return SetupFailure("already running, and still starting (\(path))" + advice, exitCode: 75)
        }
        return SetupFailure("already running: \(url), pid \(process)" + advice, exitCode: 75)
    }

    /// Writes the file with mode 0600, in a folder with mode 0700.
    ///
    /// - Parameters:
    ///   - dashboardToken: The token of the dashboard's login; nil if it needs none.
    ///   - connectsByItself: Whether `vsactl service connect --if-new` may connect the device: the setting `auto-connect`.
    /// - Throws: ``SetupFailure`` if it cannot be written.
    public func write(
        url: String, adminToken: String, dashboardToken: String? = nil, connectsByItself: Bool = true, version: String
    ) throws {
        let content = JSON.filled([
            "url": .string(url), "adminToken": .string(adminToken), "processID": .integer(getpid()), "version": .string(version),
            "autoConnect": connectsByItself ? nil : JSON.bool(false), "dashboardToken": dashboardToken.map { JSON.string($0) },
        ])
        try StateFolder.write(content.serialized + "\n", to: path)
    }

    /// Removes the file, unless another process has replaced it.
    public func remove() {
        guard let data = FileManager.default.contents(atPath: path), let content = try? JSON(parsing: data),
            content["processID"]?.integer == Int64(getpid())
        else { return }
        unlink(path)
    }
}
