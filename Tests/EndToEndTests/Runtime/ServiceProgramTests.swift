import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("entitlementd as a program", .daemonLogs)
struct ServiceProgramTests {
    /// Runs the program to its end.
    private func run(
        _ workspace: Workspace, _ arguments: [String], environment changes: [String: String] = [:]
    ) async throws -> ToolResult {
        let environment = try workspace.environment(rootedAt: "service").merging(changes) { $1 }
        return try await Tool.run(try Executables.find("entitlementd"), arguments, environment: environment)
    }

    @Test("--print-config shows the effective values and their sources, as text and as JSON, and starts nothing")
    func printConfiguration() async throws {
        try await Workspace.withPlace { workspace in
            let file = try workspace.folder.write("log-format: json\nadmin-token: secret-secret-secret\n", to: "own.yaml")
            chmod(file, 0o600)
            let options = ["--config", file, "--log-level", "info", "--print-config"]
            let environment = ["VSASIM_ENTITLEMENTD_BODY_LIMIT": "2048"]
            // Without a subcommand it serves.
            let text = try await run(workspace, options, environment: environment).checked()
            let rows = text.lines.map { $0.split(separator: " ").map(String.init) }
            #expect(rows.first == ["configuration", "file:", file], "\(text)")
            for row in [
                ["log-level", "info", "--log-level"], ["log-format", "json", "\(file):1"],
                ["body-limit", "2048", "VSASIM_ENTITLEMENTD_BODY_LIMIT"], ["admin-token", "********", "\(file):2"],
                ["listen", "127.0.0.1:0", "default"],
            ] { #expect(rows.contains(row), "\(row): \(text)") }
            struct Document: Decodable {
                struct Value: Decodable {
                    let value: String?
                    let source: String
                }
                let schema: Int
                let settings: [String: Value]
            }
            let result = try await run(workspace, ["serve", "--json"] + options, environment: environment)
            let document = try result.decoded(as: Document.self)
            #expect(document.schema == 1 && document.settings["log-level"]?.source == "option", "\(result)")
            #expect(document.settings["state"]?.value?.hasSuffix("service/state/vsasim") == true)
            #expect(!(text.output + result.output).contains("secret-secret"))
            #expect(!FileManager.default.fileExists(atPath: workspace.folder.path("service/state/vsasim")))
        }
    }

    @Test("mistakes end it before anything is created: 64 for the command line, 65 for file, environment, world and certificate")
    func mistakes() async throws {
        try await Workspace.withPlace { workspace in
            let file = try workspace.folder.write("lisen: x\nlog-level: loud\n", to: "own.yaml")
            let configuration = try await run(
                workspace, ["--config", file], environment: ["VSASIM_ENTITLEMENTD_THROTTLING": "maybe"])
            #expect(configuration.exit == .exited(65), "\(configuration)")
            #expect(
                configuration.errorLines.map { $0.replacing(file, with: "FILE") } == [
                    "entitlementd: FILE:1: \"lisen\" is not a setting; did you mean listen?",
                    "entitlementd: FILE:2: log-level takes trace, debug, info, notice, warning, error; found \"loud\"",
                    "entitlementd: VSASIM_ENTITLEMENTD_THROTTLING: throttling takes on or off; found \"maybe\"",
                ], "\(configuration)")
            let usage = try await run(workspace, ["--log-level", "loud", "--body-limit", "1"])
            #expect(usage.exit == .exited(64), "\(usage)")
            #expect(usage.errorOutput.contains("--log-level takes") && usage.errorOutput.contains("--body-limit takes"))
            let certificate = try await run(workspace, ["--tls-certificate", "/nowhere/c", "--tls-key", "/nowhere/k"])
            #expect(certificate.exit == .exited(65), "\(certificate)")
            #expect(
                certificate.errorLines == ["entitlementd: The file /nowhere/c cannot be read: No such file or directory."],
                "\(certificate)")
            let world = try await run(workspace, ["--world", "/"])
            #expect(world.exit == .exited(65), "\(world)")
            #expect(world.errorLines == ["entitlementd: the file / of --world cannot be read: Is a directory"], "\(world)")
            #expect(!FileManager.default.fileExists(atPath: workspace.folder.path("service/state/vsasim")))
        }
    }

    @Test(
        "a file with a token or a key may be a link; one that others can read ends it, for each of the options",
        arguments: ["--admin-token-file", "--metrics-token-file", "--tls-key"])
    func secrets(option: String) async throws {
        try await Workspace.withPlace { workspace in
            let secret = try workspace.folder.write("a-token-of-the-tests\n", to: "secret")
            let link = workspace.folder.path("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "secret")
            let certificate = option == "--tls-key" ? ["--tls-certificate", secret] : []
            chmod(secret, 0o644)
            let open = try await run(workspace, [option, link] + certificate)
            #expect(open.exit == .exited(65), "\(open)")
            #expect(
                open.errorLines.count == 1 && open.errorOutput.contains(link)
                    && open.errorOutput.hasSuffix(" is open to others: chmod 600 \(link)."), "\(open)")
            // A private one is read, also through a link.
            chmod(secret, 0o400)
            guard option != "--tls-key" else {
                let unfit = try await run(workspace, [option, link] + certificate)
                #expect(unfit.errorOutput.contains("contains no certificate in PEM"), "\(unfit)")
                return
            }
            let service = try await ServiceProcess.start(
                [option, link], environment: try workspace.environment(rootedAt: "service"), log: workspace.folder.path("log"))
            let reader = ServiceClient(baseURL: service.url, headers: ["Authorization": "Bearer a-token-of-the-tests"])
            _ = try await reader.send("GET", option == "--metrics-token-file" ? "/metrics" : "/admin/v1/status").expecting(200)
            await service.process.terminate()
        }
    }

    @Test("a database that may only be read ends it, also with the files that a crash has left")
    func readOnlyDatabase() async throws {
        try await Workspace.withPlace { workspace in
            let environment = try workspace.environment(rootedAt: "service")
            let crashed = try await ServiceProcess.start([], environment: environment, log: workspace.folder.path("log"))
            crashed.process.send(signal: SIGKILL)
            await crashed.process.wait()
            // Root may write every file unless it has given that up.
            let unprivileged = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override"] : []
            let command = unprivileged + [try Executables.find("entitlementd"), "serve"]
            let database = workspace.folder.path("service/state/vsasim/entitlementd/entitlementd.sqlite")
            for file in [database, database + "-wal", database + "-shm"] {
                #expect(chmod(file, 0o400) == 0)
                let refused = try await Tool.run(command[0], Array(command.dropFirst()), environment: environment)
                #expect(refused.exit == .exited(1) && refused.errorLines.count == 1, "\(refused)")
                #expect(refused.errorOutput.contains("cannot be opened for writing: \(file) is read-only."), "\(refused)")
                #expect(chmod(file, 0o600) == 0)
            }
        }
    }

    @Test("without protection the dashboard and the metrics are open to every user of the machine, with a warning")
    func protection() async throws {
        try await Workspace.withPlace { workspace in
            for protection in ["never", "automatic"] {
                let log = workspace.folder.path("\(protection).log")
                let service = try await ServiceProcess.start(
                    ["--dashboard-protection", protection],
                    environment: try workspace.environment(rootedAt: protection), log: log)
                let isOpen = protection == "never"
                // The warning precedes the announcement of the address.
                let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
                let warning =
                    "every user of this machine can open the dashboard and read the metrics: dashboard-protection never"
                #expect(lines.contains { $0.hasSuffix(" warning \(warning)") } == isOpen, "\(protection): \(lines)")
                _ = try await ServiceClient(baseURL: service.url).send("GET", "/metrics").expecting(isOpen ? 200 : 401)
                await service.process.terminate()
            }
        }
    }

    @Test("metrics are read by a third-party parser; log lines are JSON")
    func metrics() async throws {
        try await Workspace.withPlace { workspace in
            let secret = "token-that-reads-metrics"
            let token = try workspace.folder.write(secret + "\n", to: "metrics-token")
            chmod(token, 0o600)
            let service = try await ServiceProcess.start(
                ["--log-level", "info", "--log-format", "json", "--metrics-token-file", token],
                environment: try workspace.environment(rootedAt: "service"),
                log: workspace.folder.path("service.log"))
            let client = ServiceClient(baseURL: service.url)
            _ = try await client.send("GET", "/api/v1/checkauthn")
            _ = try await client.send("GET", "/nowhere")
            // Without TLS there is nothing to reload, and the service continues.
            service.process.send(signal: SIGHUP)
            try await service.waitForLog("no certificate")
            _ = try await client.send("GET", "/metrics").expecting(401)
            let reader = ServiceClient(baseURL: service.url, headers: ["Authorization": "Bearer \(secret)"])
            _ = try await reader.send("GET", "/admin/v1/status").expecting(401)
            let text = try await reader.send("GET", "/metrics").expecting(200).text
            let file = try workspace.folder.write(text, to: "metrics.txt")
            struct Family: Decodable {
                let type: String
                let samples: Int
            }
            let families = try await Python.run("Tests/interop/read_metrics.py", [file]).decoded(as: [String: Family].self)
            #expect(families["vsasim_http_request_duration_seconds"]?.type == "histogram", "\(families)")
            #expect(families["vsasim_tokens_issued"]?.type == "counter", "\(families)")
            for gauge in [
                "vsasim_sessions", "vsasim_build_info", "vsasim_database_size_bytes", "process_resident_memory_bytes",
                "process_open_fds",
            ] { #expect(families[gauge]?.type == "gauge" && families[gauge]?.samples ?? 0 > 0, "\(gauge): \(families)") }
            try await service.waitForLog(#""route":"/metrics""#)
            struct Line: Decodable {
                let time, level, message: String
                let route: String?
                let status: Int?
            }
            let lines = try String(contentsOfFile: service.log, encoding: .utf8).split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
            #expect(lines.contains { $0.route == "/api/v1/checkauthn" && $0.status == 401 })
            await service.process.terminate()
        }
    }
}
