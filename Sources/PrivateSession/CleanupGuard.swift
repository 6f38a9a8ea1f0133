import Glibc

/// Ensures that nothing of a session remains, whatever happens to the process that owns it.
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

    /// Creates a folder, guarded from its first moment, whose name consists of a prefix and random characters.
    ///
    /// - Parameters:
    ///   - socket: The name of a socket that will be in the folder, which is in `/tmp` if `TMPDIR` is too long for its address.
    ///   - keepsFolder: Whether the folder is kept when everything has ended.
    /// - Throws: `SystemError` if the guarding process cannot be started or the folder cannot be created.
    public init(prefix: String = "vsasim-", socket: String? = nil, keepsFolder: Bool = false) throws {
        folder = .future(prefix: prefix, socket: socket)
        self.keepsFolder = keepsFolder
        process = try ChildProcess.start(
            "/bin/sh", arguments: ["-c", Self.script, "vsasim-guard", folder.path, keepsFolder ? "keep" : "remove"],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], workingDirectory: "/", standardInput: .pipe,
            standardOutput: .null, standardError: .null)
        // If this fails, the guard is killed: the folder may be another program's.
        try folder.create()
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
        var signalled: Set<Int32> = []
        while ContinuousClock.now < start + .seconds(30) {
            let members = ProcessTable.processes(withEnvironment: Self.variable, value: folder.path).map(\.id)
            guard !members.isEmpty else { return }
            for member in members where signalled.insert(member).inserted {
                kill(member, SIGTERM)
                // A stopped process cannot act on the signal.
                kill(member, SIGCONT)
            }
            if ContinuousClock.now >= start + .seconds(5) { for member in members { kill(member, SIGKILL) } }
            await Self.waitBriefly(forEndOf: members)
        }
    }

    /// Waits until some processes have ended, a tenth of a second at most. Checking all of the user's processes, which may
    /// include new ones of the session, takes a hundred times as long as checking these.
    private static func waitBriefly(forEndOf members: [Int32]) async {
        let end = ContinuousClock.now + .milliseconds(100)
        var backoff = Backoff()
        repeat { await backoff.wait() } while ContinuousClock.now < end && members.contains(where: ProcessTable.isRunning)
    }

    /// The line after which the guard has nothing left to do.
    private static let farewell = "done"

    /// Sends `SIGTERM`, then `SIGKILL` to what remains after five seconds; removes the folder when no process can write to it any
    /// more. A process that is being started briefly has no environment, so the guard looks twice.
    private static let script = """
        folder=$1
        trap '' INT TERM HUP
        while read -r line; do [ "$line" = done ] && exit; done
        members() {
            grep -lzxF -e "VSASIM_SESSION=$folder" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3
        }
        tries=0 empty=0 known=
        while [ $empty -lt 2 ] && [ $tries -lt 600 ]; do
            left=$(members)
            for member in $left; do
                case " $known " in *" $member "*) continue ;; esac
                known="$known $member"
                kill -TERM $member
                kill -CONT $member
            done
            if [ -n "$left" ]; then empty=0; else empty=$((empty + 1)); fi
            if [ -n "$left" ] && [ $tries -ge 100 ]; then kill -KILL $left; fi
            tries=$((tries + 1))
            sleep 0.05
        done
        if [ "$2" = remove ]; then rm -rf -- "$folder"; fi
        """
}
