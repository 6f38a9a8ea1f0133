import PrivateSession
import TVWorld

/// A session of `vsactl run` that is running, found by the environment of its command.
struct RunningSession: Sendable, Equatable {
    /// The end of the folder's name, which identifies it for users.
    var id: String
    var folder: String
    /// The process of `vsactl run`.
    var processID: Int32
    var command: String
    /// The name of the instance whose state it uses; nil for a temporary one.
    var instance: String?
    /// The variables that define the session.
    var variables: [String: String]

    var service: String { variables["VSASIM_SERVICE_URL"] ?? "" }

    static func all() -> [RunningSession] {
        sessions(of: ProcessTable.environments(with: CleanupGuard.variable), commandLine: ProcessTable.commandLine)
    }

    /// A process that was started with the variables of a session.
    typealias Member = (process: ProcessTable.Process, variables: [String: String])

    /// Returns the sessions to which processes belong. `vsactl run` is the parent of a session's daemons, which do not know the
    /// service's address, and of its command, which does; of several, such as orphans that it has adopted, the command is the one
    /// with the lowest number. A program outside of the session can have its variables, too: another `vsactl run`, for example.
    static func sessions(of processes: [Member], commandLine: (Int32) -> String?) -> [RunningSession] {
        func session(of member: Member) -> String? { member.variables[CleanupGuard.variable] }
        func knowsService(_ member: Member) -> Bool { member.variables["VSASIM_SERVICE_URL"].nonEmpty != nil }
        let folders = Dictionary(processes.map { ($0.process.id, session(of: $0)) }) { first, _ in first }
        let entries = processes.filter { folders[$0.process.parent].flatMap(\.self) != session(of: $0) }
        let daemons = entries.filter { !knowsService($0) }
        var found: [RunningSession] = []
        for entry in entries.filter(knowsService).sorted(by: { $0.process.id < $1.process.id }) {
            let (process, variables) = entry
            guard let folder = session(of: entry), !found.contains(where: { $0.folder == folder }),
                daemons.contains(where: { $0.process.parent == process.parent && session(of: $0) == folder })
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

    /// Returns the instance with a state folder `…/vsasim/instances/NAME/state`; nil if it is another folder.
    private static func instance(of stateFolder: String) -> String? {
        let parts = stateFolder.split(separator: "/")
        return parts.count > 2 && parts[parts.count - 3] == "instances" ? String(parts[parts.count - 2]) : nil
    }
}
