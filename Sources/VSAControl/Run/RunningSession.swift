import PrivateSession
import TVWorld

/// A session of `vsactl run` that is running, found by the environment of its command.
struct RunningSession: Sendable, Equatable {
    /// The end of the folder's name, which identifies it for users.
    var id: String
    /// The session's folder.
    var folder: String
    /// The process of `vsactl run`.
    var processID: Int32
    /// The command with its arguments.
    var command: String
    /// The name of the instance whose state it uses; nil for a temporary one.
    var instance: String?
    /// The variables that define the session.
    var variables: [String: String]

    /// The service's URL.
    var service: String { variables["VSASIM_SERVICE_URL"] ?? "" }

    /// Returns all sessions of this user.
    static func all() -> [RunningSession] {
        sessions(of: ProcessTable.environments(with: CleanupGuard.variable), commandLine: ProcessTable.commandLine)
    }

    /// Returns the sessions to which processes belong. A session's command is the process that knows the service and whose parent
    /// is not in the session; of several, such as orphans that `vsactl run` has adopted, the one with the lowest number.
    static func sessions(
        of processes: [(process: ProcessTable.Process, variables: [String: String])], commandLine: (Int32) -> String?
    ) -> [RunningSession] {
        let folders = Dictionary(processes.map { ($0.process.id, $0.variables[CleanupGuard.variable]) }) { first, _ in first }
        var found: [RunningSession] = []
        for (process, variables) in processes.sorted(by: { $0.process.id < $1.process.id }) {
            guard let folder = variables[CleanupGuard.variable], variables["VSASIM_SERVICE_URL"].nonEmpty != nil,
                folders[process.parent].flatMap(\.self) != folder, !found.contains(where: { $0.folder == folder })
            else { continue }
            let names = SessionEnvironment.names + SessionAuthority.variableNames + ["PATH"]
            found.append(
                RunningSession(
                    id: String(folder.split(separator: "-").last ?? ""), folder: folder, processID: process.parent,
                    command: commandLine(process.id) ?? "", instance: instance(of: variables["XDG_STATE_HOME"] ?? ""),
                    variables: variables.filter { names.contains($0.key) }))
        }
        return found
    }

    /// Returns the session with an identifier, or the only one.
    ///
    /// - Throws: `Failure` with the sessions' identifiers.
    static func find(_ id: String?, among sessions: [RunningSession]) throws -> RunningSession {
        if let id {
            guard let session = sessions.first(where: { $0.id == id || $0.folder == id }) else {
                throw Failure.noSuch("session", id, known: sessions.map(\.id), listing: "vsactl ps")
            }
            return session
        }
        guard sessions.count <= 1 else {
            throw Failure(
                .usage, "\(sessions.count) sessions are running",
                advice: "Give the identifier of one: \(sessions.map(\.id).joined(separator: ", "))")
        }
        guard let session = sessions.first else {
            throw Failure(.notFound, "no session of vsactl run is running", advice: "Start one with: vsactl run -- bash")
        }
        return session
    }

    /// Returns an environment in which programs use the session.
    func environment(in outer: [String: String]) -> [String: String] {
        SessionEnvironment.removingSession(from: outer).merging(variables) { $1 }
    }

    /// `…/vsasim/instances/NAME/state`
    private static func instance(of stateFolder: String) -> String? {
        let parts = stateFolder.split(separator: "/")
        return parts.count > 2 && parts[parts.count - 3] == "instances" ? String(parts[parts.count - 2]) : nil
    }
}
