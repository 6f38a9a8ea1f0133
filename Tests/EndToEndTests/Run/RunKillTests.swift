import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("vsactl run if a part of it is killed", .daemonLogs)
struct RunKillTests {
    /// The processes of a session, and how each is identified.
    enum Part: String, CaseIterable {
        case vsactl
        case device = "/vsad"
        case service = "/entitlementd"
        case bus = "dbus-daemon"
        case command = "read -r line"
        case agent = "agent run"
        case cleanupGuard = "vsasim-guard"
    }

    /// A session with an agent, whose command ends with code 7 when its input ends.
    private struct Session {
        let vsactl: ChildProcess
        /// The session's folder.
        let folder: String
        let processes: [Part: Int32]

        init(_ workspace: Workspace) async throws {
            let program = try Executables.find("vsactl")
            let script = """
                '\(program)' agent run --auto granted >/dev/null &
                until '\(program)' agent list | grep -q automatic; do :; done
                echo "$VSASIM_SESSION"
                read -r line
                exit 7
                """
            vsactl = try ChildProcess.start(
                program, arguments: ["run", "--", "sh", "-c", script], environment: workspace.environment,
                standardInput: .pipe, standardOutput: .pipe, standardError: .file(workspace.folder.path("home/run.log")))
            let output = vsactl.standardOutput
            folder = try #require(try await within(defaultDeadline, "line of the command") { await output.next() })
            var processes: [Part: Int32] = [.vsactl: vsactl.processID]
            for process in ProcessTable.processes() {
                guard let line = ProcessTable.commandLine(of: process.id), process.id != vsactl.processID else { continue }
                let environment = FileManager.default.contents(atPath: "/proc/\(process.id)/environ") ?? Data()
                let isMember = environment.range(of: Data("VSASIM_SESSION=\(folder)\0".utf8)) != nil
                // The guard is not marked, because it would end itself.
                let isGuard = line.contains("vsasim-guard \(folder) ")
                guard isMember || isGuard else { continue }
                let part = isGuard ? .cleanupGuard : Part.allCases.first { $0 != .vsactl && line.contains($0.rawValue) }
                if let part, processes[part] == nil { processes[part] = process.id }
            }
            self.processes = processes
        }
    }

    @Test("kill -9 of one part leaves nothing behind, and does not block the rest", arguments: Part.allCases)
    func killed(_ part: Part) async throws {
        try await Workspace.withPlace { workspace in
            let session = try await Session(workspace)
            #expect(session.processes.count == Part.allCases.count, "\(session.processes)")
            let victim = try #require(session.processes[part], "\(session.processes)")
            kill(victim, SIGKILL)
            switch part {
            case .vsactl: #expect(await session.vsactl.wait(atMost: defaultDeadline) == .signalled(SIGKILL))
            case .command: #expect(await session.vsactl.wait(atMost: defaultDeadline) == .exited(137))
            default:
                if part == .device { try await expectReaped(victim) }
                session.vsactl.standardInput?.close()
                #expect(await session.vsactl.wait(atMost: defaultDeadline) == .exited(7))
            }
            try await workspace.expectNothingLeft()
            #expect(!FileManager.default.fileExists(atPath: session.folder))
        }
    }

    /// The session is the only parent of what the bus has started; no other process would remove it from the process table.
    private func expectReaped(_ process: Int32) async throws {
        try await until("\(process) is not a zombie") { !FileManager.default.fileExists(atPath: "/proc/\(process)") }
    }

    @Test("kill -9 of vsactl at any moment of the setup leaves nothing behind", arguments: [5, 40, 120, 250, 400, 600])
    func killedInSetUp(milliseconds: Int) async throws {
        try await Workspace.withPlace { workspace in
            let child = try ChildProcess.start(
                try Executables.find("vsactl"), arguments: ["run", "--", "sleep", "1000"],
                environment: workspace.environment, standardOutput: .null, standardError: .null)
            // It must work at any moment of the setup.
            _ = await child.wait(atMost: .milliseconds(milliseconds))
            child.send(signal: SIGKILL)
            #expect(await child.wait(atMost: defaultDeadline) == .signalled(SIGKILL))
            try await workspace.expectNothingLeft()
        }
    }

    @Test("kill -9 of vsactl as soon as the session's folder exists leaves nothing behind")
    func killedAtOnce() async throws {
        try await Workspace.withPlace { workspace in
            let folder = try #require(workspace.environment["TMPDIR"])
            let start = Self.lastChange(folder)
            let child = try ChildProcess.start(
                try Executables.find("vsactl"), arguments: ["run", "--", "sleep", "1000"],
                environment: workspace.environment, standardOutput: .null, standardError: .null)
            // Without a pause: the moment after the folder's creation lasts less than a millisecond.
            let end = ContinuousClock.now + defaultDeadline
            while Self.lastChange(folder) == start, child.exit == nil, ContinuousClock.now < end {}
            child.send(signal: SIGKILL)
            #expect(await child.wait(atMost: defaultDeadline) == .signalled(SIGKILL))
            try await workspace.expectNothingLeft()
        }
    }

    @Test("TMPDIR with a line break, at which the guard's search for processes would split, is not used")
    func lineBreak() async throws {
        try await Workspace.withPlace { workspace in
            let folder = try workspace.folder.makeFolder("home/a\nb")
            let result = try await workspace.vsactl(
                ["run", "--", "sh", "-c", #"echo "$VSASIM_SESSION""#], environment: ["TMPDIR": folder])
            #expect(result.exit == .exited(0), "\(result)")
            #expect(result.lines.count == 1 && result.output.hasPrefix("/tmp/vsasim-"), "\(result)")
        }
    }

    /// When an entry of a folder was last added or removed, and its number of links, which is exact even within a clock tick.
    private static func lastChange(_ folder: String) -> [Int] {
        var status = stat()
        return stat(folder, &status) == 0 ? [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_nlink)] : []
    }

    @Test("A process that hides its session ends with it, and orphans are reaped meanwhile")
    func hidden() async throws {
        try await Workspace.withPlace { workspace in
            let script = """
                orphan=$(sh -c 'sh -c "exit 0" >/dev/null & echo $!')
                while [ -e "/proc/$orphan" ]; do :; done
                env -i setsid sh -c 'echo $$ >"$0"; exec sleep 1000' "$HOME/hidden" >/dev/null 2>&1 &
                until [ -s "$HOME/hidden" ]; do :; done
                echo reaped
                """
            let result = try await workspace.vsactl(["run", "--", "sh", "-c", script])
            #expect(result.exit == .exited(0) && result.lines == ["reaped"], "\(result)")
            let text = try String(contentsOfFile: workspace.folder.path("home/hidden"), encoding: .utf8)
            let hidden = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(!FileManager.default.fileExists(atPath: "/proc/\(hidden)"))
            try await workspace.expectNothingLeft()
        }
    }
}
