import Glibc

/// Sees to it that nothing of a session is left behind, whatever happens to the process that owns the session.
///
/// A small process of its own waits for its input to end, which happens by `finish()` or when the owner is gone, even by
/// `SIGKILL`. Then it ends every process of the session and removes the session's folder. A process belongs to the session when
/// the variable
/// `VSASIM_SESSION` of its environment is the folder's path, so start all of them with `variables`; children of theirs inherit
/// it, also those that left their process group. Dropping the last reference to the guard ends the session too, without waiting
/// for it.
public final class CleanupGuard: Sendable {
    /// The name of the variable that marks the processes of a session.
    public static let variable = "VSASIM_SESSION"

    /// The folder that is removed at the end.
    public let folder: TemporaryFolder
    private let keepsFolder: Bool
    private let process: ChildProcess

    /// What every process of the session must have in its environment.
    public var variables: [String: String] { [Self.variable: folder.path] }

    /// The guarding process's id.
    public var processID: Int32 { process.processID }

    /// Begins to guard a folder, and the processes that are marked with it.
    ///
    /// - Parameter keepsFolder: whether the folder stays when everything has ended.
    /// - Throws: `SystemError` when the guarding process cannot be started.
    public init(_ folder: TemporaryFolder, keepsFolder: Bool = false) throws {
        self.folder = folder
        self.keepsFolder = keepsFolder
        process = try ChildProcess.start(
            "/bin/sh", arguments: ["-c", Self.script, "vsasim-guard", folder.path, keepsFolder ? "keep" : "remove"],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], workingDirectory: "/", standardInput: .pipe,
            standardOutput: .null, standardError: .null)
        process.letGo()
    }

    /// Ends the session's processes, removes its folder, and returns when both are done.
    ///
    /// It does so here, which takes less time than the guard's programs would, and then tells the guard that nothing is left to do.
    public func finish() async {
        await endProcesses()
        if !keepsFolder { folder.remove() }
        // Somebody may have killed the guard.
        try? await process.standardInput?.write(line: Self.farewell)
        process.standardInput?.close()
        await process.wait()
    }

    /// `SIGTERM` first; `SIGKILL` for what is still there after five seconds.
    private func endProcesses() async {
        let start = ContinuousClock.now
        var patience = Patience()
        var isFirst = true
        while ContinuousClock.now < start + .seconds(30) {
            let members = ProcessTable.processes(withEnvironment: Self.variable, value: folder.path).map(\.id)
            guard !members.isEmpty else { return }
            for member in members where isFirst {
                kill(member, SIGTERM)
                // A stopped process cannot act on the signal.
                kill(member, SIGCONT)
            }
            if ContinuousClock.now >= start + .seconds(5) { for member in members { kill(member, SIGKILL) } }
            isFirst = false
            await patience.wait()
        }
    }

    /// What tells the guard that everything is done.
    private static let farewell = "done"

    /// `SIGTERM` first; `SIGKILL` for what is still there after five seconds; the folder goes when nobody can write into it any
    /// more.
    private static let script = """
        folder=$1
        trap '' INT TERM HUP
        while read -r line; do [ "$line" = done ] && exit; done
        members() {
            grep -lzxF -e "VSASIM_SESSION=$folder" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3
        }
        tries=0
        while left=$(members) && [ -n "$left" ] && [ $tries -lt 600 ]; do
            if [ $tries -eq 0 ]; then kill -TERM $left; kill -CONT $left; fi
            if [ $tries -ge 100 ]; then kill -KILL $left; fi
            tries=$((tries + 1))
            sleep 0.05
        done
        if [ "$2" = remove ]; then rm -rf -- "$folder"; fi
        """
}
