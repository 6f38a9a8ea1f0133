import Glibc

/// Ensures that nothing of a session is left behind, whatever happens to the process that owns it.
///
/// A small separate process waits for its input to end, which happens with `finish()` or when the owner exits, even by `SIGKILL`.
/// It then ends every process of the session and removes the session's folder. A process belongs to the session if the variable
/// `VSASIM_SESSION` in its environment is the folder's path, so start all of them with `variables`; their children inherit it,
/// even if they leave their process group. Releasing the last reference to the guard also ends the session, without waiting for
/// it.
public final class CleanupGuard: Sendable {
    /// The name of the variable that marks a session's processes.
    public static let variable = "VSASIM_SESSION"

    /// The folder that is removed at the end.
    public let folder: TemporaryFolder
    private let keepsFolder: Bool
    private let process: ChildProcess

    /// The variables that every process of the session must have in its environment.
    public var variables: [String: String] { [Self.variable: folder.path] }

    /// The ID of the guarding process.
    public var processID: Int32 { process.processID }

    /// Starts guarding a folder and the processes that are marked with it.
    ///
    /// - Parameter keepsFolder: Whether the folder is kept when everything has ended.
    /// - Throws: `SystemError` if the guarding process cannot be started.
    public init(_ folder: TemporaryFolder, keepsFolder: Bool = false) throws {
        self.folder = folder
        self.keepsFolder = keepsFolder
        process = try ChildProcess.start(
            "/bin/sh", arguments: ["-c", Self.script, "vsasim-guard", folder.path, keepsFolder ? "keep" : "remove"],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], workingDirectory: "/", standardInput: .pipe,
            standardOutput: .null, standardError: .null)
        process.letGo()
    }

    /// Ends the session's processes and removes its folder; returns when both are done.
    ///
    /// This process does the work, which is faster than the guard's programs, and then notifies the guard.
    public func finish() async {
        await endProcesses()
        if !keepsFolder { folder.remove() }
        // The guard may have been killed.
        try? await process.standardInput?.write(line: Self.farewell)
        process.standardInput?.close()
        await process.wait()
    }

    /// Sends `SIGTERM`; then `SIGKILL` to what remains after five seconds.
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

    /// The line after which the guard has nothing left to do.
    private static let farewell = "done"

    /// Sends `SIGTERM`, then `SIGKILL` to what remains after five seconds; removes the folder when no process can write to it any
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
