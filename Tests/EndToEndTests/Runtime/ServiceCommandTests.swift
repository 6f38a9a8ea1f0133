import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// `vsactl service start`, `stop`, `logs` and `connect --if-new`, on a bus with a new device.
@Suite("vsactl starts and stops the service", .daemonLogs)
struct ServiceCommandTests {
    /// Runs a script with a bus, and a device that trusts no service; its folders are new.
    private func run(_ script: String) async throws -> ToolResult {
        try await Workspace.withPlace { workspace in
            let programs = URL(filePath: try Executables.find("vsactl")).deletingLastPathComponent().path
            let preparation = """
                export PATH="\(programs):$PATH" XDG_RUNTIME_DIR="$PWD/run" XDG_STATE_HOME="$PWD/state"
                mkdir -m 700 run state
                vsad & trap 'chmod 600 run/vsasim/entitlementd.json; vsactl service stop; kill %1' EXIT
                vsactl wait ready --timeout 30s
                """
            return try await Tool.run(
                "dbus-run-session", ["--", "bash", "-c", preparation + "\n" + script], environment: workspace.environment,
                workingDirectory: workspace.folder.path("home"), within: .seconds(120))
        }
    }

    @Test("the service is started, connected with a new device, found running, and stopped; its log is shown")
    func startAndStop() async throws {
        let result = try await run(
            """
            vsactl service start -- --listen 127.0.0.1:0 && vsactl service start && vsactl service url
            vsactl status --json | grep -c serviceEntityID
            vsactl service logs --lines 5 >log && test -s log && echo logged
            vsactl service stop && vsactl service stop
            vsactl service url; echo "exit $?"
            trap 'kill %1' EXIT
            """)
        #expect(result.output.contains("connected; the service trusts"), "\(result)")
        #expect(result.output.contains("already running"), "\(result)")
        #expect(result.output.contains("the device and the service already trust each other"), "\(result)")
        #expect(result.lines.contains("logged") && result.lines.contains("the service is not running"))
        #expect(result.lines.last == "exit 8", "\(result)")
    }

    @Test("a signal that ends vsactl service logs --follow also ends the program that shows the log, and closes its output")
    func followedLog() async throws {
        let result = try await run(
            """
            vsactl service start -- --listen 127.0.0.1:0 >/dev/null
            mkfifo pipe; timeout 60 cat pipe >followed & reader=$!
            vsactl service logs --follow >pipe & follower=$!
            until test -s followed; do sleep 0.1; done
            kill -TERM $follower; wait $follower; echo "logs $?"; wait $reader; echo "reader $?"
            """)
        #expect(result.lines.contains("logs 143") && result.lines.contains("reader 0"), "\(result)")
    }

    @Test("options for a service that is already running are rejected, and it is not changed")
    func optionsWithoutEffect() async throws {
        let result = try await run(
            """
            vsactl service start -- --listen 127.0.0.1:0 >/dev/null; vsactl service url >before
            vsactl service start -- --listn x; echo "exit $?"
            vsactl service url | diff before - && echo same
            """)
        #expect(result.lines.contains("exit 1") && result.lines.contains("same"), "\(result)")
        #expect(
            result.errorLines.contains("vsactl: the service is already running, so these options have no effect"), "\(result)")
        #expect(result.errorLines.contains("  Stop it first: vsactl service stop"), "\(result)")
    }

    @Test("a started service that the environment hides from programs is reported, with the remedy")
    func hiddenService() async throws {
        let result = try await run(
            """
            export VSASIM_SERVICE_URL=http://127.0.0.1:1 VSASIM_ADMIN_TOKEN=ended
            vsactl service start -- --listen 127.0.0.1:0; echo "exit $?"
            unset VSASIM_SERVICE_URL VSASIM_ADMIN_TOKEN
            vsactl service start; echo "exit $?"
            """)
        #expect(result.lines.count { $0 == "exit 0" } == 2, "\(result)")
        let cure = "  To use this one: unset VSASIM_SERVICE_URL VSASIM_ADMIN_TOKEN"
        #expect(result.errorLines.count { $0 == cure } == 1, "\(result)")
    }

    @Test("a start that fails shows the log of this service, without lines of an earlier one")
    func failedStart() async throws {
        let result = try await run(
            """
            echo "a line of an earlier service" >>"$VSASIM_SESSION/entitlementd.log"
            vsactl service start -- --listn x; echo "exit $?"
            vsactl service logs
            """)
        #expect(result.lines.contains("exit 1") && result.lines.contains("a line of an earlier service"), "\(result)")
        #expect(result.errorOutput.contains("--listn") && !result.errorOutput.contains("earlier service"), "\(result)")
    }

    @Test("a new address of the same service is passed on; another service does not replace it")
    func otherServices() async throws {
        let result = try await run(
            """
            vsactl service start -- --listen 127.0.0.1:0 >first; vsactl service stop >/dev/null
            vsactl service start -- --listen 127.0.0.1:0; vsactl doctor | grep "^ok *trust"; vsactl service stop
            vsactl service start -- --state "$PWD/other"
            """)
        #expect(result.output.contains("connected; the service trusts"), "\(result)")
        #expect(result.output.contains("ok       trust"), "\(result)")
        #expect(result.output.contains("the device trusts another service; vsactl service connect replaces it"), "\(result)")
    }

    @Test("a device is not connected by itself if auto-connect is off, nor with a file that others can read")
    func refusals() async throws {
        let result = try await run(
            """
            vsactl service start -- --auto-connect no
            vsactl service connect --if-new
            vsactl service stop; vsactl service start >/dev/null
            vsactl service connect --if-new http://127.0.0.1:1; echo "exit $?"
            chmod 644 run/vsasim/entitlementd.json
            vsactl service connect --if-new; echo "exit $?"
            """)
        #expect(result.output.contains("nothing was changed: the service's setting auto-connect is off"), "\(result)")
        #expect(result.lines.contains("exit 64") && result.lines.contains("exit 1"), "\(result)")
        #expect(result.errorOutput.contains("other users have access to the runtime file"), "\(result)")
    }
}
