import Foundation
import PrivateSession
import ProjectTesting

extension Workspace {
    /// What is left of the sessions that `vsactl run` had in this place: processes that mention its `TMPDIR`, and the entries of
    /// that folder.
    var remains: [String] {
        let place = folder.path("tmp") + "/"
        let processes = ProcessTable.processes().filter { process in
            guard !process.isZombie else { return false }
            let environment = FileManager.default.contents(atPath: "/proc/\(process.id)/environ") ?? Data()
            let command = FileManager.default.contents(atPath: "/proc/\(process.id)/cmdline") ?? Data()
            return [environment, command].contains { $0.range(of: Data(place.utf8)) != nil }
        }
        return processes.map { "\($0.id) \(ProcessTable.commandLine(of: $0.id) ?? "")" } + entries
    }

    private var entries: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path("tmp"))) ?? [] }

    /// Waits until nothing is left.
    ///
    /// - Throws: `DeadlinePassed` with what is left.
    func expectNothingLeft() async throws {
        // A session's folder is removed last, and a search for it takes a thousandth of the time of a search for processes.
        try await until("nothing is left; now: \(remains)") { entries.isEmpty && remains.isEmpty }
    }
}
