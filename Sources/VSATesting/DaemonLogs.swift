import Foundation
import PrivateSession

/// What becomes of the daemons' logs when a test ends: nothing, unless it failed.
package enum DaemonLogs {
    /// Tells whether the running test has failed so far. A test library's trait sets it.
    @TaskLocal package static var hasFailed: @Sendable () -> Bool = { false }
    /// Takes a log of a failed test: its name and its text. Without one it is written to standard error.
    @TaskLocal package static var take: (@Sendable (_ name: String, _ text: String) -> Void)?

    /// Gives out the logs of a place, when the test has failed.
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
