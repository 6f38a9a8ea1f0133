import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("vsactl run", .daemonLogs)
struct RunTests {
    private func vsactl() throws -> String { try Executables.find("vsactl") }

    private func run(_ workspace: Workspace, _ command: String...) async throws -> ToolResult {
        try await workspace.vsactl(["run", "--"] + command)
    }

    @Test("The command's exit code is vsactl's", arguments: [0, 1, 7, 125, 255])
    func exitCode(_ code: Int) async throws {
        try await Workspace.withPlace { workspace in
            let result = try await run(workspace, "sh", "-c", "exit \(code)")
            #expect(result.exit == .exited(Int32(code)), "\(result)")
            try await workspace.expectNothingLeft()
        }
    }

    @Test("If a signal ends the command, the exit code is 128 + its number")
    func signalCode() async throws {
        try await Workspace.withPlace { workspace in
            let result = try await run(workspace, "sh", "-c", "kill -KILL $$")
            #expect(result.exit == .exited(137), "\(result)")
        }
    }

    @Test("If the command is missing, the exit code is 127")
    func missingCommand() async throws {
        try await Workspace.withPlace { workspace in
            let result = try await run(workspace, "no-such-command")
            #expect(result.exit == .exited(127), "\(result)")
            #expect(result.errorOutput.contains("no-such-command"))
            try await workspace.expectNothingLeft()
        }
    }

    @Test(
        "A script that cannot be started says what is wrong with its first line",
        arguments: [("exit 0\n", 126, "#!/bin/sh"), ("#!/bin/sh\r\nexit 0\r\n", 127, "interpreter in its first line does not")])
    func script(_ content: String, code: Int32, advice: String) async throws {
        try await Workspace.withPlace { workspace in
            let file = try workspace.folder.write(content, to: "script")
            chmod(file, 0o700)
            let result = try await run(workspace, file)
            #expect(result.exit == .exited(code) && result.errorOutput.contains(advice), "\(result)")
        }
    }

    @Test("The session's dashboard shows what happens on the device and in apps")
    func dashboard() async throws {
        try await Workspace.withPlace { workspace in
            let script = """
                set -e
                vsactl access set com.example.player granted >/dev/null
                test "$(curl --silent --output /dev/null --write-out '%{http_code}' "$VSASIM_SERVICE_URL/dashboard/events")" = 401
                link=$(vsactl dashboard --print)
                curl --silent --fail --output /dev/null --cookie-jar cookies "$link"
                test "$(curl --silent --output /dev/null --write-out '%{http_code}' "$link")" = 403
                curl --silent --max-time 60 --no-buffer --header "Accept: text/event-stream" \
                    --cookie cookies "$VSASIM_SERVICE_URL/dashboard/events?after=s0" >events &
                entitle --app-id com.example.player "setRequestor REF30" "wait setRequestorComplete 60" >/dev/null
                until grep -q 'library.setRequestorComplete' events && grep -q 'access.changed' events; do sleep 0.05; done
                kill $!
                """
            let folder = try workspace.folder.makeFolder("work")
            let result = try await run(workspace, "sh", "-c", "cd '\(folder)'\n" + script)
            #expect(result.exit == .exited(0) && result.errorLines.isEmpty, "\(result)")
            try await workspace.expectNothingLeft()
        }
    }

    @Test("If a session cannot be set up, the exit code is 125, and nothing is left behind")
    func failedSetUp() async throws {
        try await Workspace.withPlace { workspace in
            // Without a bus daemon in PATH there is no session.
            let result = try await workspace.vsactl(
                ["run", "--", "/bin/true"], environment: ["PATH": workspace.folder.path("home")])
            #expect(result.exit == .exited(125), "\(result)")
            #expect(result.errorOutput.contains("dbus-daemon"), "\(result)")
            try await workspace.expectNothingLeft()
        }
    }

    @Test(
        "If a scenario or a world is missing or not valid, the exit code is 125, too",
        arguments: [
            ["--scenario", "no-such"], ["--scenario", "mistakes.yaml"], ["--world", "/no-such"], ["--world", "/"],
            ["--save-on-exit", "/dev/null/x"],
        ])
    func invalidSetUp(_ options: [String]) async throws {
        try await Workspace.withPlace { workspace in
            try workspace.folder.write("schema: vsa-scenario/1\nnmae: x\n", to: "mistakes.yaml")
            let result = try await Tool.run(
                try vsactl(), ["run"] + options + ["--", "echo", "run"], environment: workspace.environment,
                workingDirectory: workspace.folder.path)
            #expect(result.exit == .exited(125) && result.lines.isEmpty, "\(result)")
        }
    }

    @Test(
        "If the clock of a scenario is out of range, the exit code is 125, and the message names the clock",
        arguments: ["device", "service"])
    func farClock(_ daemon: String) async throws {
        try await Workspace.withPlace { workspace in
            let scenario = "schema: vsa-scenario/1\nname: far\nclock: {\(daemon): {offset: -800000d}}\n"
            let file = try workspace.folder.write(scenario, to: "far.yaml")
            let result = try await workspace.vsactl(["run", "--scenario", file, "--", "echo", "run"])
            #expect(result.exit == .exited(125) && result.lines.isEmpty, "\(result)")
            #expect(result.errorOutput.contains("clock.\(daemon).offset"), "\(result)")
            try await workspace.expectNothingLeft()
        }
    }

    @Test("Without a command it is a usage error")
    func noCommand() async throws {
        try await Workspace.withPlace { workspace in
            let result = try await run(workspace)
            #expect(result.exit == .exited(64), "\(result)")
        }
    }

    @Test("The command has its own session in its environment, its input, output and working folder")
    func environment() async throws {
        try await Workspace.withPlace { workspace in
            let script = #"""
                cat
                for name in DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR XDG_STATE_HOME XDG_CONFIG_HOME VSASIM_SERVICE_URL \
                    VSASIM_SOFTWARE_STATEMENT VSASIM_JOURNAL VSASIM_CLOCK; do
                    eval "value=\$$name"; test -n "$value" && echo "$name=$value"
                done
                test -s "$VSASIM_SOFTWARE_STATEMENT" && echo statement
                pwd
                echo complaint >&2
                """#
            let result = try await Tool.run(
                try vsactl(), ["run", "--", "sh", "-c", script], environment: workspace.environment, input: "from outside\n",
                workingDirectory: workspace.folder.path("home"))
            let variables = Dictionary(
                result.lines.compactMap { line in
                    line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
                }, uniquingKeysWith: { $1 })
            #expect(result.lines.first == "from outside")
            #expect(result.lines.suffix(2) == ["statement", workspace.folder.path("home")], "\(result)")
            #expect(result.errorLines.contains("complaint"))
            #expect(variables["VSASIM_SERVICE_URL"]?.hasPrefix("http://127.0.0.1:") == true, "\(result)")
            for name in [
                "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME",
                "VSASIM_SOFTWARE_STATEMENT", "VSASIM_JOURNAL", "VSASIM_CLOCK",
            ] { #expect(variables[name] != nil, "\(name) is not set: \(result)") }
            for name in ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
                #expect(variables[name]?.hasPrefix(workspace.folder.path("tmp")) == true, "\(name): \(result)")
            }
            try await workspace.expectNothingLeft()
        }
    }

    @Test("Both daemons work inside, and trust each other")
    func wholeFlow() async throws {
        try await Workspace.withPlace { workspace in
            let folder = Executables.ownFolder
            let script = """
                set -e
                '\(folder)/vsactl' access set com.example.player granted
                '\(folder)/vsactl' account sign-in alpha.example --subscriber alice
                printf '%s\\n' 'setRequestor REF30' checkAuthentication 'wait setAuthenticationStatus 60' |
                    '\(folder)/entitle' --storage "$HOME/storage"
                """
            let result = try await run(workspace, "sh", "-c", script)
            #expect(result.exit == .exited(0), "\(result)")
            #expect(result.output.contains(#"{"callback":"setAuthenticationStatus","status":1"#), "\(result)")
            try await workspace.expectNothingLeft()
        }
    }

    @Test("Concurrent sessions do not see each other")
    func parallel() async throws {
        try await Workspace.withPlace { workspace in
            let vsactl = try vsactl()
            try await withThrowingTaskGroup(of: (Int, ToolResult).self) { group in
                for number in 0..<3 {
                    group.addTask {
                        let script = "'\(vsactl)' access set app.number\(number) granted >/dev/null && '\(vsactl)' access list"
                        return (number, try await self.run(workspace, "sh", "-c", script))
                    }
                }
                for try await (number, result) in group {
                    #expect(result.exit.isSuccess, "\(result)")
                    for other in 0..<3 {
                        #expect(result.output.contains("app.number\(other)") == (other == number), "\(result)")
                    }
                }
            }
            try await workspace.expectNothingLeft()
        }
    }

    @Test("A process that the command leaves in the background ends with the session")
    func background() async throws {
        try await Workspace.withPlace { workspace in
            let result = try await run(workspace, "sh", "-c", "setsid sleep 1000 >/dev/null 2>&1 & exit 3")
            #expect(result.exit == .exited(3), "\(result)")
            try await workspace.expectNothingLeft()
        }
    }

    /// A session whose command waits, and reports its start.
    private func startWaiting(_ workspace: Workspace, trap: String) async throws -> ChildProcess {
        let child = try ChildProcess.start(
            try vsactl(), arguments: ["run", "--", "sh", "-c", "\(trap)\necho ready; while :; do sleep 0.05; done"],
            environment: workspace.environment, standardOutput: .pipe,
            standardError: .file(workspace.folder.path("home/run.log")))
        let line = try await within(defaultDeadline, "line of the command") { await child.standardOutput.next() }
        #expect(line == "ready")
        #expect(!workspace.remains.isEmpty)
        return child
    }

    @Test(
        "Signals are passed on to the command",
        arguments: [
            ("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP), ("USR1", SIGUSR1), ("USR2", SIGUSR2), ("WINCH", SIGWINCH),
        ])
    func passedOn(_ name: String, _ signal: Int32) async throws {
        try await Workspace.withPlace { workspace in
            let child = try await startWaiting(workspace, trap: "trap 'echo \(name); exit 9' \(name)")
            child.send(signal: signal)
            #expect(await child.wait(atMost: defaultDeadline) == .exited(9))
            #expect(await child.standardOutput.all() == [name])
            try await workspace.expectNothingLeft()
        }
    }

    @Test("Ctrl-C in a terminal reaches the command once, and nothing is left behind")
    func controlC() async throws {
        try await Workspace.withPlace { workspace in
            let child = try await startWaiting(workspace, trap: "trap 'echo INT; exit 9' INT")
            // A terminal sends the signal to its whole foreground group.
            child.send(signalToGroup: SIGINT)
            #expect(await child.wait(atMost: defaultDeadline) == .exited(9))
            #expect(await child.standardOutput.all() == ["INT"])
            try await workspace.expectNothingLeft()
        }
    }

    @Test("A terminal that is closed ends the command of a session that the terminal has started")
    func closedTerminal() async throws {
        try await Workspace.withPlace { workspace in
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (isLocked, number): (CInt, CInt) = (0, -1)
            // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
            try #require(ioctl(terminal, 0x4004_5431, &isLocked) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
            // The first terminal that a session's leader opens becomes the session's.
            let child = try ChildProcess.start(
                "setsid",
                arguments: [
                    "--wait", "sh", "-c", #"exec "$0" run -- "$@" </dev/pts/\#(number)"#, try vsactl(), "sh", "-c",
                    "trap 'echo HUP; exit 9' HUP; echo ready; while :; do sleep 0.05; done",
                ],
                environment: workspace.environment, standardOutput: .pipe,
                standardError: .file(workspace.folder.path("home/run.log")))
            let line = try await within(defaultDeadline, "line of the command") { await child.standardOutput.next() }
            #expect(line == "ready")
            close(terminal)
            try #require(await child.wait(atMost: defaultDeadline) == .exited(9))
            #expect(await child.standardOutput.all() == ["HUP"])
            try await workspace.expectNothingLeft()
        }
    }

    @Test("A signal ends the program while it waits for a file", arguments: ["--scenario", "--world"], [SIGTERM, SIGQUIT])
    func signalWhileReading(_ option: String, _ signal: Int32) async throws {
        try await Workspace.withPlace { workspace in
            let pipe = workspace.folder.path("home/pipe")
            try #require(mkfifo(pipe, 0o600) == 0)
            let child = try ChildProcess.start(
                try vsactl(), arguments: ["run", option, pipe, "--", "true"], environment: workspace.environment,
                standardOutput: .null)
            // The pipe can be opened as soon as the program reads it; then it stays open, and empty.
            var writer: Int32 = -1
            defer { close(writer) }
            try await until("the program reads the file") {
                writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                return writer >= 0
            }
            child.send(signal: signal)
            #expect(await child.wait(atMost: defaultDeadline) == .signalled(signal))
            try await workspace.expectNothingLeft()
        }
    }

    @Test("A service that crashes is reported at once, and the command continues")
    func deadService() async throws {
        try await Workspace.withPlace { workspace in
            let script = #"""
                # A thread of the parent may end while they are gone through.
                while [ -z "$found" ]; do
                    for process in $(cat /proc/$PPID/task/*/children 2>/dev/null); do
                        case $(readlink "/proc/$process/exe") in */entitlementd) kill -KILL "$process"; found=yes ;; esac
                    done
                done
                read -r line
                exit 7
                """#
            let child = try ChildProcess.start(
                try vsactl(), arguments: ["run", "--", "sh", "-c", script], environment: workspace.environment,
                standardInput: .pipe, standardOutput: .pipe, standardError: .pipe)
            let line = try await within(defaultDeadline, "word about the service") { await child.standardError.next() }
            #expect(line?.contains("entitlementd of this session ended") == true, "\(line ?? "")")
            child.standardInput?.close()
            #expect(await child.wait(atMost: defaultDeadline) == .exited(7))
            try await workspace.expectNothingLeft()
        }
    }

    @Test("A TMPDIR that is too long for a socket's address works")
    func longTemporaryFolder() async throws {
        try await Workspace.withPlace { workspace in
            let long = try workspace.folder.makeFolder(String(repeating: "long-name/", count: 12))
            let result = try await workspace.vsactl(["run", "--", try vsactl(), "status"], environment: ["TMPDIR": long])
            #expect(result.exit.isSuccess, "\(result)")
        }
    }

    @Test("A TMPDIR that does not exist is named as the reason")
    func missingTemporaryFolder() async throws {
        try await Workspace.withPlace { workspace in
            let missing = workspace.folder.path("missing")
            let result = try await workspace.vsactl(["run", "--", "true"], environment: ["TMPDIR": missing])
            #expect(result.exit == .exited(125), "\(result)")
            #expect(result.errorOutput.contains("\(missing)/") && result.errorOutput.contains("TMPDIR"), "\(result)")
        }
    }

    /// Runs a command in a session of an instance.
    private func run(in workspace: Workspace, _ command: String) async throws -> ToolResult {
        try await workspace.vsactl(["run", "--instance", "kept", "--", "sh", "-c", command])
    }

    @Test("An instance keeps its state from one session to the next")
    func instance() async throws {
        try await Workspace.withPlace { workspace in
            let vsactl = try vsactl()
            try await run(in: workspace, "'\(vsactl)' access set app.kept denied").checked()
            try await workspace.expectNothingLeft()
            let second = try await run(in: workspace, "'\(vsactl)' access get app.kept").checked()
            #expect(second.output.contains("denied"))
            try await workspace.expectNothingLeft()
        }
    }

    @Test("Apps use the clock that was changed in an earlier session of an instance")
    func instanceClock() async throws {
        try await Workspace.withPlace { workspace in
            let vsactl = try vsactl()
            try await run(in: workspace, "'\(vsactl)' clock advance 10d").checked()
            let second = try await run(in: workspace, "cat \"$VSASIM_CLOCK\"; '\(vsactl)' clock show --json --for device")
                .checked()
            #expect(second.lines.first == "offset:864000")
            #expect(second.output.contains("\"specification\": \"offset:864000\""), "\(second)")
        }
    }
}
