import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("vsactl run at the end of a session with missing parts", .daemonLogs)
struct DamagedSessionTests {
    /// Sends a signal to the session's processes of a program, and waits until it has left, unless it is only stopped.
    private static let strike = #"""
        strike() {
            for process in $(grep -lzxF "VSASIM_SESSION=$VSASIM_SESSION" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3); do
                case $(readlink "/proc/$process/exe") in */"$2") ;; *) continue ;; esac
                kill "-$1" "$process"
                while [ "$1" = KILL ] && [ -e "/proc/$process/exe" ]; do sleep 0.05; done
            done
        }

        """#

    /// Runs a script in a session that is saved to the folder `saved`.
    private func save(_ script: String, _ check: (ToolResult, _ folder: String, _ files: Set<String>) throws -> Void) async throws
    {
        try await Workspace.withPlace { workspace in
            let folder = workspace.folder.path("saved")
            let result = try await workspace.vsactl(
                ["run", "--save-on-exit", folder, "--", "sh", "-c", Self.strike + script])
            try check(result, folder, Set(try FileManager.default.contentsOfDirectory(atPath: folder)))
            try await workspace.expectNothingLeft()
        }
    }

    /// Whether the folder of the programs and those above it are open to every user.
    private static var canEveryoneRunPrograms: Bool {
        sequence(first: URL(filePath: Executables.ownFolder)) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
            .allSatisfy { folder in
                var status = stat()
                return stat(folder.path, &status) == 0 && status.st_mode & S_IXOTH != 0
            }
    }

    private static let flow =
        "vsactl access set com.example.player granted >/dev/null && entitle 'setRequestor REF30' checkAuthentication >/dev/null\n"

    @Test(
        "A user without an entry in /etc/passwd, whom the bus rejects, gets the reason",
        .enabled(if: geteuid() == 0 && canEveryoneRunPrograms, "not on this system: needs root, and programs outside its home"))
    func unknownUser() async throws {
        try await withDaemonPlace {
            let result = try await Tool.run(
                "setpriv",
                ["--reuid=54321", "--regid=54321", "--clear-groups", try Executables.find("vsactl"), "run", "--", "true"],
                environment: ["PATH": "/usr/bin:/bin", "TMPDIR": "/tmp", "VSASIM_KEY_POOL": ""])
            #expect(result.exit == .exited(125) && result.output.isEmpty, "\(result)")
            #expect(result.errorOutput.contains("the user 54321, who has no entry in /etc/passwd"), "\(result)")
        }
    }

    @Test("Without the bus, the service's part and the library's are saved, and standard error says what is missing")
    func bus() async throws {
        try await save(Self.flow + "strike KILL dbus-daemon") { result, folder, files in
            #expect(result.exit == .exited(0), "\(result)")
            #expect(files == ["journal.jsonl", "requests.har", "bus.log", "entitlementd.log"], "\(files)")
            let timeline = try String(contentsOfFile: folder + "/journal.jsonl", encoding: .utf8)
            #expect(timeline.contains(#""source":"service""#) && timeline.contains(#""source":"library""#))
            #expect(result.errorLines.contains { $0.hasPrefix("vsactl: \(folder) is incomplete: cannot connect") }, "\(result)")
        }
    }

    @Test("Without the service, the device's part and the library's are saved, and standard error says what is missing")
    func service() async throws {
        try await save(Self.flow + "strike KILL entitlementd") { result, folder, files in
            #expect(result.exit == .exited(0), "\(result)")
            #expect(files == ["journal.jsonl", "snapshot.json", "scenario.yaml", "bus.log", "entitlementd.log"], "\(files)")
            let timeline = try String(contentsOfFile: folder + "/journal.jsonl", encoding: .utf8)
            #expect(timeline.contains(#""source":"device""#) && timeline.contains(#""source":"library""#))
            #expect(result.errorLines.contains { $0.hasPrefix("vsactl: \(folder) is incomplete: the service") }, "\(result)")
            // The session's folder no longer exists when a user reads this.
            #expect(!result.errorOutput.replacing(folder, with: "").contains("/tmp/vsasim-"), "\(result)")
        }
    }

    @Test("A device that does not answer is not awaited for long")
    func stoppedDevice() async throws {
        try await save("vsactl status >/dev/null; strike STOP vsad") { result, folder, files in
            #expect(result.exit == .exited(0), "\(result)")
            #expect(files == ["journal.jsonl", "requests.har", "bus.log", "entitlementd.log"], "\(files)")
            #expect(result.errorOutput.contains("\(folder) is incomplete: the device (vsad) did not answer in time"), "\(result)")
        }
    }

    @Test("A signal after the command ends the session at once")
    func signalAtTheEnd() async throws {
        try await Workspace.withPlace { workspace in
            let scenario = try workspace.folder.write(
                """
                schema: vsa-scenario/1
                name: late
                expect:
                  - {event: region.changed, within: 1h}
                """, to: "late.yaml")
            let child = try ChildProcess.start(
                try Executables.find("vsactl"), arguments: ["run", "--scenario", scenario, "--", "echo", "done"],
                environment: workspace.environment, standardOutput: .pipe, standardError: .pipe)
            #expect(await child.standardOutput.next() == "done")
            // The command itself may still get the first one.
            var exit: ChildProcess.Exit?
            while exit == nil {
                child.send(signal: SIGTERM)
                exit = await child.wait(atMost: .milliseconds(200))
            }
            #expect(exit == .exited(4) || exit == .exited(143))
            try await workspace.expectNothingLeft()
        }
    }

    @Test("A device that rejects its state: the setup fails with the reason, not with advice to start a session")
    func refusedState() async throws {
        try await Workspace.withPlace { workspace in
            let folder = "home/.local/state/vsasim/instances/kept/state/vsasim"
            try workspace.folder.makeFolder(folder)
            let file = try workspace.folder.write(String(repeating: "no database\n", count: 500), to: "\(folder)/vsad.sqlite")
            let result = try await workspace.vsactl(["run", "--instance", "kept", "--", "echo", "run"])
            #expect(result.exit == .exited(125) && result.lines.isEmpty, "\(result)")
            #expect(result.errorOutput.hasPrefix("vsactl: cannot set the session up: vsad did not start: "), "\(result)")
            #expect(result.errorOutput.contains("vsad: \(file) is damaged"), "\(result)")
            #expect(!result.errorOutput.contains("Start everything"), "\(result)")
            try await workspace.expectNothingLeft()
        }
    }
}
