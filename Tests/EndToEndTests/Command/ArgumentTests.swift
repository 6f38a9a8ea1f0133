import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("How vsactl reads its arguments", .daemonLogs)
struct ArgumentTests {
    private func vsactl(_ arguments: [String], _ changes: [String: String] = [:]) async throws -> ToolResult {
        try await Workspace.with { try await $0.vsactl(arguments, environment: changes) }
    }

    @Test("The options of every command are accepted before, between and after the commands")
    func options() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let address = try #require(daemons.presentEnvironment["DBUS_SESSION_BUS_ADDRESS"])
            let last = try await daemons.run("vsactl", ["account", "show", "--json", "--address", address]).checked()
            for arguments in [
                ["--json", "account", "show"], ["account", "--json", "show"],
                ["--address", address, "account", "show", "--json"],
                ["--json", "--address=\(address)", "account", "show"],
            ] {
                #expect(try await daemons.run("vsactl", arguments).checked().output == last.output, "\(arguments)")
            }
        }
    }

    @Test(
        "help of a command that does not exist fails with the nearest name",
        arguments: [(["help", "acces"], "access"), (["help", "account", "sgn-in"], "sign-in")])
    func help(_ arguments: [String], _ nearest: String) async throws {
        let result = try await vsactl(arguments)
        #expect(result.exit == .exited(64) && result.output.isEmpty, "\(result)")
        #expect(result.errorOutput.contains("Did you mean") && result.errorOutput.contains(nearest), "\(result)")
        let known = try await vsactl(["help", "account", "sign-in"])
        #expect(known.exit == .exited(0) && known.output.contains("vsactl account sign-in"), "\(known)")
    }

    @Test("A text in a message cannot control the terminal")
    func terminal() async throws {
        let result = try await vsactl(["explain", "x\u{1B}[31m\u{9B}2J\u{202E}y"])
        #expect(result.exit == .exited(64), "\(result)")
        #expect(result.errorOutput.contains("no such code: x\u{FFFD}[31m\u{FFFD}2J\u{FFFD}y\n"), "\(result)")
    }

    @Test("A negative time moves the clocks back")
    func clockBack() async throws {
        try await withDaemons { daemons in
            for arguments in [["-1d"], ["--", "-1d"], ["-1d", "--json"]] {
                try await daemons.vsactl("clock", "freeze", "2030-01-02T00:00:00Z").checked()
                try await daemons.run("vsactl", ["clock", "advance"] + arguments).checked()
                let shown = try await daemons.vsactl("clock", "show").checked()
                #expect(shown.output.components(separatedBy: "2030-01-01T00:00:00Z").count > 2, "\(arguments): \(shown)")
            }
        }
    }

    @Test("An automatic answer that does not exist names what is accepted")
    func automaticAnswer() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.vsactl("agent", "run", "--auto", "foo")
            #expect(result.exit == .exited(10), "\(result)")
            for word in ["granted", "dismiss", "wrong-password", "a provider's identifier", "a subscriber's name", "picker="] {
                #expect(result.errorOutput.contains(word), "\(word): \(result)")
            }
            #expect(!result.errorOutput.contains("bob?"), "\(result)")
        }
    }

    @Test("An unknown error of a fault is answered with the nearest one")
    func unknownError() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.vsactl("fault", "add", "device.metadata", "--error", "ProviderRejectd")
            #expect(result.exit == .exited(10), "\(result)")
            #expect(result.errorOutput.contains("Did you mean ProviderRejected?"), "\(result)")
        }
    }

    @Test(
        "Mistakes in values name the option and what is accepted",
        arguments: [
            (["fault", "add", "device.metadata", "--delay", "-1s"], "the value of --delay must not be negative: -1s"),
            (["fault", "add", "device.metadata", "--hang", "--times", "-1"], "the value of --times must not be negative: -1"),
            (["expect", "access.changed", "--count", "-1"], "the value of --count must not be negative: -1"),
            (["fault", "add", "service.any", "--status", "99"], "vsactl: --status takes a whole number from 200 to 599"),
            (["fault", "add", "service.any", "--delay", "25h"], "vsactl: --delay takes a time up to 1d"),
            (["fault", "add", "service.any", "--hang", "--app", "a b"], "vsactl: --app takes 1 to 255 characters"),
            (["fault", "add", "service.any", "--hang", "--id", ".."], "vsactl: --id takes 1 to 64 characters"),
            (["version"], "Did you mean --version?"),
            (["access", "set", "a b", "granted"], "vsactl: the app's identifier must be "),
            (["requestor", "set", "REF30", "--authn-ttl", "0s"], "vsactl: --authn-ttl takes a time from 1s to 36525d"),
            (["integration", "set", "REF30", "AlphaCable", "--authz-ttl", "tvos=0s"], "--authz-ttl takes a time from 1s to "),
            (["requestor", "set", "REF30", "--default-redirect-url", "not a url"], "--default-redirect-url takes a URL "),
            (["requestor", "set", "REF30", "--denial-limit", "1000001"], "--denial-limit takes a whole number from 0 to "),
            (["client", "register", "Player", "--platform", "android"], "vsactl: --platform takes ios or tvos"),
            (["client", "statement", "issue", "REF30", "--scope", "x"], "vsactl: --scope takes api:client:v1 or "),
            (["integration", "set", "REF30", "AlphaCable", "--preauthorize-limit", "10001"], "0 to 10000, or inherited"),
            (["identity-key", "add", "platform", "https://i.example", "--key", "/dev/null"], "--key takes a public key in PEM"),
            (["identity-key", "add", "platform", "https://i.example", "--key", "/dev/zero"], "--key takes a public key in PEM"),
            (["identity-token", "platform", "--subject", "u", "--lifetime", "1000000d"], "--lifetime takes a time from 1s to "),
            (["certificate", "add", "REF30", "/dev/zero"], "certificate takes an X.509 certificate in PEM"),
            (["integration", "set", "REF30", "AlphaCable", "--authn-ttl", "1999ms"], "a number with s, m, h or d"),
            (["account", "sign-in", "alpha.example", "--expires-in", "1500ms"], "a number with s, m, h or d"),
        ])
    func mistakes(_ arguments: [String], _ message: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.run("vsactl", arguments)
            #expect([.exited(64), .exited(65)].contains(result.exit), "\(result)")
            #expect(result.errorOutput.contains(message), "\(result)")
        }
    }

    @Test(
        "An argument of vsactl itself that is not UTF-8 is refused",
        arguments: [#"snapshot save $'a\xff\'b'"#, #"status -- $'a\xff\'b'"#, #"run --save-on-exit $'a\xff\'b' -- true"#])
    func malformed(_ arguments: String) async throws {
        try await Workspace.with { workspace in
            let result = try await Tool.run(
                "bash", ["-c", #""$0" "# + arguments, try Executables.find("vsactl")], environment: workspace.environment,
                workingDirectory: workspace.folder.path("home"))
            #expect(result.exit == .exited(64) && result.output.isEmpty, "\(result)")
            #expect(result.errorOutput == #"vsactl: the argument $'a\xff\x27b' is not UTF-8"#)
            #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path("home")).isEmpty)
        }
    }

    @Test("A service that cannot be reached is exit 8, with and without a token", arguments: ["", "a-token"])
    func unreachable(_ token: String) async throws {
        let result = try await vsactl(
            ["service", "status"], ["VSASIM_SERVICE_URL": "http://127.0.0.1:1", "VSASIM_ADMIN_TOKEN": token])
        #expect(result.exit == .exited(8), "\(result)")
        #expect(result.errorOutput.contains("not reachable"), "\(result)")
        // Another service would not be used.
        #expect(result.errorOutput.contains("VSASIM_SERVICE_URL names it"), "\(result)")
        #expect(!result.errorOutput.contains("vsactl service start"), "\(result)")
    }

    @Test("A wrong token is not reported as missing, and the advice names the option that it came from")
    func wrongToken() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await daemons.vsactl("service", "connect", daemons.serviceURL, "--admin-token", "wrong")
            #expect(result.exit == .exited(1), "\(result)")
            #expect(result.errorOutput.contains("The token is not that of the administration."), "\(result)")
            #expect(result.errorOutput.contains("Give --admin-token the token of that service."), "\(result)")
            #expect(!result.errorOutput.contains("VSASIM_ADMIN_TOKEN"), "\(result)")
        }
    }

    @Test("The advice without a running service is a command that exists")
    func advice() async throws {
        let result = try await vsactl(["service", "url"])
        #expect(result.exit == .exited(8), "\(result)")
        let line = try #require(result.errorOutput.split(separator: "\n").first { $0.contains("Start it with: ") })
        let advice = line.split(separator: " ").dropFirst(3).map(String.init)
        #expect(advice.first == "vsactl", "\(result)")
        let help = try await vsactl(advice.dropFirst() + ["--help"])
        #expect(help.exit == .exited(0), "\(help)")
    }
}
