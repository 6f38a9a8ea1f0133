import Foundation
import PrivateSession

/// The daemons' logs, which are reported at the end of a test only if it failed.
package enum DaemonLogs {
    /// Returns whether the running test has failed so far. A test library's trait sets it.
    @TaskLocal package static var hasFailed: @Sendable () -> Bool = { false }
    /// Receives the name and text of a failed test's log. Without it, logs are written to standard error.
    @TaskLocal package static var take: (@Sendable (_ name: String, _ text: String) -> Void)?

    /// Reports the logs of a workspace if the test has failed.
    static func report(_ workspace: Workspace, force: Bool) async {
        guard force || hasFailed() else { return }
        let folder = workspace.folder.path("logs")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"), !data.isEmpty else { continue }
            let text = String(decoding: data, as: UTF8.self)
            if let take {
                take(name, text)
            } else {
                FileHandle.standardError.write(Data("--- \(name)\n\(text)\n".utf8))
            }
        }
    }
}
