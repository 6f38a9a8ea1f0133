import EntitlementCore
import Foundation
import TVWorld

#if canImport(Glibc)
    import Glibc
#endif

/// `$XDG_RUNTIME_DIR/vsasim/entitlementd.json`: where other programs of the user find the service.
public struct RuntimeFile: Sendable {
    /// The file's path.
    public let path: String
    private let processID: Int32

    /// The file in a runtime folder; nil when there is no runtime folder.
    public init?(environment: [String: String]) {
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        path = folder + "/vsasim/entitlementd.json"
        processID = getpid()
    }

    /// Writes the file, mode 0600, in a folder of mode 0700.
    ///
    /// - Parameter dashboardToken: The token of the dashboard's login; nil when it needs none.
    /// - Throws: ``StateFolder/Unusable`` when it cannot be written.
    public func write(url: String, adminToken: String, dashboardToken: String? = nil, version: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var members: [JSON.Member] = [
            .init("url", .string(url)), .init("adminToken", .string(adminToken)), .init("processID", .integer(processID)),
            .init("version", .string(version)),
        ]
        if let dashboardToken { members.append(.init("dashboardToken", .string(dashboardToken))) }
        let content = JSON.object(members)
        try StateFolder.write(content.serialized + "\n", to: path)
    }

    /// Removes the file, unless another process has replaced it.
    public func remove() {
        guard let data = FileManager.default.contents(atPath: path), let content = try? JSON(parsing: data),
            content["processID"]?.integer == Int64(processID)
        else { return }
        unlink(path)
    }
}
