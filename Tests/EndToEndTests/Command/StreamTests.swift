import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Standard streams that are closed or full")
struct StreamTests {
    /// What a shell does to the streams of a program.
    private static let redirections = [">&-", "2>&-", "<&-", "<&- >&- 2>&-", ">/dev/full", ">/dev/full 2>/dev/full"]

    @Test(
        "A program exits with one of its own codes for any state of its streams",
        arguments: [
            "vsad --help", "vsad --nonsense", "vsactl --help", "vsactl status --address unix:path=/nobody", "entitlementd --help",
            "entitlementd serve --state /dev/null", "entitle --help", "entitle nonsense",
            "media-token-verifier --help", "media-token-verifier --certificate /nobody --requestor REF30",
        ])
    func ends(_ command: String) async throws {
        try await Workspace.with { workspace in
            let name = command.split(separator: " ")[0]
            let program = try Executables.find(String(name))
            for redirection in Self.redirections {
                let line = "\(program)\(command.dropFirst(name.count)) \(redirection); echo \"code $?\" >&3"
                let result = try await Tool.run(
                    "sh", ["-c", "exec 3>&1; \(line)"], environment: workspace.environment, input: "")
                let code = try #require(
                    result.lines.last { $0.hasPrefix("code ") }.flatMap { Int($0.dropFirst(5)) }, "\(redirection): \(result)")
                // 141 is entitle's own code for output that is not read; a signal of the system would be 128 + 4, 6, 11 …
                #expect(code < 128 || (name == "entitle" && code == 141), "\(redirection): \(result)")
            }
        }
    }

    @Test(
        "vsactl, vsad, entitlementd and entitle fail if their output cannot be written",
        arguments: [
            "vsactl env", "vsactl --version", "vsactl --help", "vsad --version", "vsad --help", "entitlementd --version",
            "entitlementd --help", "entitlementd --print-config", "entitlementd database migrate", "entitle --version",
            "entitle --help",
        ])
    func fullDevice(_ command: String) async throws {
        try await Workspace.with { workspace in
            let name = String(command.prefix { $0 != " " })
            let line = "VSASIM_CLOCK=real \(try Executables.find(name))\(command.dropFirst(name.count)) >/dev/full"
            let result = try await Tool.run("sh", ["-c", line], environment: workspace.environment)
            #expect(result.exit == .exited(1), "\(result)")
            #expect(result.errorOutput == "\(name): cannot write to standard output: No space left on device")
        }
    }

    @Test("entitle fails if its output cannot be written")
    func fullDeviceOfApp() async throws {
        try await Workspace.with { workspace in
            let entitle = try Executables.find("entitle")
            let result = try await Tool.run(
                "sh", ["-c", "'\(entitle)' getSelectedProvider >/dev/full"], environment: workspace.environment)
            #expect(result.exit == .exited(1), "\(result)")
            #expect(result.errorLines.last == "entitle: cannot write to standard output: No space left on device")
        }
    }

    @Test("vsad runs without any standard stream, and no file or socket gets their numbers")
    func daemonWithoutStreams() async throws {
        try await withDaemonPlace {
            try await TestBus.with { bus in
                var environment = try bus.workspace.environment(rootedAt: "device")
                environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
                let vsad = try Executables.find("vsad")
                let account = try ChildProcess.start(
                    "sh", arguments: ["-c", Self.withoutStreams, vsad], environment: environment)
                let wait = try await Tool.run(
                    try Executables.find("vsactl"), ["wait", "ready", "--timeout", "60s"], environment: environment)
                #expect(wait.exit == .exited(0), "\(wait)")
                try await expectNoStreams(of: account)
                account.send(signal: 15)
                #expect(await account.wait(atMost: defaultDeadline) == .exited(0))
            }
        }
    }

    @Test("entitlementd runs without any standard stream, and no file or socket gets their numbers")
    func serviceWithoutStreams() async throws {
        try await Workspace.withPlace { workspace in
            let environment = try workspace.environment(rootedAt: "service")
            let service = try ChildProcess.start(
                "sh", arguments: ["-c", Self.withoutStreams, try Executables.find("entitlementd")],
                environment: environment)
            let runtimeFile = try #require(environment["XDG_RUNTIME_DIR"]) + "/vsasim/entitlementd.json"
            try await until("entitlementd has written its address") { FileManager.default.fileExists(atPath: runtimeFile) }
            try await expectNoStreams(of: service)
            service.send(signal: SIGTERM)
            #expect(await service.wait(atMost: defaultDeadline) == .exited(0))
        }
    }

    @Test("entitle reports that its output is closed, and does not read a closed input")
    func appWithoutStreams() async throws {
        try await Workspace.with { workspace in
            let entitle = try Executables.find("entitle")
            let mute = try await Tool.run(
                "sh", ["-c", "\"$0\" getSelectedProvider >&-", entitle], environment: workspace.environment)
            #expect(mute.exit == .exited(1), "\(mute)")
            #expect(mute.errorLines.last == "entitle: cannot write to standard output: Bad file descriptor")
            let deaf = try await Tool.run("sh", ["-c", "\"$0\" <&-", entitle], environment: workspace.environment)
            #expect(deaf.exit == .exited(0) && deaf.errorOutput.isEmpty, "\(deaf)")
        }
    }

    /// Runs a program, as the argument of a shell.
    private static let withoutStreams = "exec \"$0\" <&- >&- 2>&-"

    private func expectNoStreams(of program: ChildProcess) async throws {
        for number in 0...2 {
            let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(program.processID)/fd/\(number)")
            #expect(link == "/dev/null")
        }
    }
}
