import DatabaseServer
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("entitlementd on PostgreSQL", .daemonLogs)
struct DatabaseProgramTests {
    /// Two workspaces with a state folder each, and the options for the test's own schema.
    private func withDatabase(_ body: (Workspace, _ options: [String]) async throws -> Void) async throws {
        let url = try await PostgreSQLServer.shared.url
        try await Workspace.withPlace { workspace in
            try await body(workspace, ["--database", url, "--database-schema", "e2e_\(UInt64.random(in: 0 ... .max))"])
        }
    }

    private func start(
        _ workspace: Workspace, _ name: String, _ options: [String], _ variables: [String: String] = [:]
    ) async throws -> (process: ServiceProcess, administrator: ServiceClient) {
        let token = try workspace.folder.write("a-token-of-the-tests\n", to: "token")
        let service = try await ServiceProcess.start(
            ["--admin-token-file", token] + options,
            environment: try workspace.environment(rootedAt: name).merging(variables) { $1 },
            log: workspace.folder.path("\(name).log"))
        return (
            service, ServiceClient(baseURL: service.url, headers: ["Authorization": "Bearer a-token-of-the-tests"])
        )
    }

    private func run(
        _ workspace: Workspace, _ name: String, _ arguments: [String], _ variables: [String: String] = [:], input: String? = nil
    ) async throws -> ToolResult {
        try await Tool.run(
            try Executables.find("entitlementd"), arguments,
            environment: try workspace.environment(rootedAt: name).merging(variables) { $1 }, input: input)
    }

    private func execute(_ sql: String) async throws {
        _ = try await Tool.run(
            "/usr/bin/psql", ["-Xqd", try await PostgreSQLServer.shared.url, "-c", sql], environment: ["PATH": "/usr/bin:/bin"]
        ).checked()
    }

    private func isEnabled(_ client: ServiceClient) async throws -> Bool {
        let text = try await client.send("GET", "/admin/v1/integrations?requestor=REF30").expecting(200).text
        return text.contains(#""mvpd":"AlphaCable","provider":"alpha.example","enabled":true"#)
    }

    @Test("export and import move everything from SQLite to PostgreSQL and back; mistakes change nothing")
    func move() async throws {
        try await withDatabase { workspace, options in
            let (service, administrator) = try await start(workspace, "first", [])
            _ = try await administrator.send("PUT", "/admin/v1/integrations/REF30/AlphaCable", json: ["enabled": false])
                .expecting(200)
            let (archive, copy) = (workspace.folder.path("archive.jsonl"), workspace.folder.path("copy.jsonl"))
            let exported = try await run(workspace, "first", ["database", "export", archive]).checked()
            #expect(exported.output.hasPrefix("exported "))
            let printed = try await run(workspace, "first", ["database", "export", "-"]).checked()
            let records = try String(contentsOfFile: archive, encoding: .utf8)
            #expect(printed.output + "\n" == records && printed.errorOutput.hasPrefix("entitlementd: exported "), "\(printed)")
            let busy = try await run(workspace, "first", ["database", "import", "--replace", archive])
            #expect(busy.exit == .exited(75) && busy.errorOutput.contains("stop it first"), "\(busy)")
            await service.process.terminate()
            _ = try await run(workspace, "second", ["database", "migrate"] + options).checked()
            _ = try await run(workspace, "second", ["database", "import", archive] + options).checked()
            let again = try await run(workspace, "second", ["database", "import", archive] + options)
            #expect(again.exit == .exited(1) && again.errorOutput.contains("--replace"), "\(again)")
            let status = try await run(workspace, "second", ["database", "status"] + options).checked()
            #expect(
                status.output.contains("PostgreSQL, schema e2e_") && status.output.contains("\nintegration: 1\n"), "\(status)")
            _ = try await run(workspace, "second", ["database", "export", copy] + options).checked()
            #expect(FileManager.default.contentsEqual(atPath: archive, andPath: copy))
            let (successor, client) = try await start(workspace, "second", options)
            #expect(try await !isEnabled(client))
            let metrics = try await client.send("GET", "/metrics").expecting(200).text
            for series in [
                "vsasim_database_round_trips_total ", "vsasim_database_repeated_decisions_total ",
                #"vsasim_database_connections{state="busy"} "#, #"vsasim_database_connections{state="free"} "#,
                "vsasim_database_waiting_calls ", "vsasim_journal_lost_entries_total 0", "vsasim_node_follow_seconds ",
                "vsasim_node_ready 1",
            ] { #expect(metrics.contains("\n\(series)"), "\(series) \(metrics)") }
            let used = try await run(workspace, "third", ["database", "import", "--replace", archive] + options)
            #expect(used.exit == .exited(75) && used.errorOutput.contains("An entitlementd uses the schema"), "\(used)")
            await successor.process.terminate()
            let missing = try await run(workspace, "second", ["database", "import", "/nowhere/x"] + options)
            let reason = "The file /nowhere/x cannot be read: No such file or directory."
            #expect(missing.exit == .exited(65) && missing.errorOutput.contains(reason), "\(missing)")
            let folder = workspace.folder.path
            let unwritable = try await run(workspace, "second", ["database", "export", folder] + options)
            #expect(unwritable.exit == .exited(1), "\(unwritable)")
            #expect(unwritable.errorOutput.contains("cannot be written to \(folder): Is a directory."), "\(unwritable)")
            let wrong = try workspace.folder.write(
                "{\"records\":1,\"schema\":\"vsa-records/1\"}\n{\"table\":\"tables\"}\n", to: "wrong")
            let unreadable = try await run(workspace, "second", ["database", "import", "--replace", wrong] + options)
            #expect(
                unreadable.exit == .exited(65) && unreadable.errorOutput.contains("line 2: there is no table \"tables\""),
                "\(unreadable)")
            let header = try workspace.folder.write(String(records.prefix { $0 != "\n" }) + "\n", to: "header")
            let cut = try await run(workspace, "second", ["database", "import", "--replace", header] + options)
            #expect(cut.exit == .exited(65) && cut.errorOutput.contains(", but 0 follow; export them again"), "\(cut)")
            let kept = try await run(workspace, "second", ["database", "status"] + options).checked()
            #expect(kept.output.contains("\nintegration: 1\n"), "\(kept)")
            // A pipe has the same content.
            let pipe = workspace.folder.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            async let piped = run(workspace, "third", ["database", "import", pipe])
            _ = try await run(workspace, "second", ["database", "export", pipe] + options).checked()
            _ = try await piped.checked()
            let standard = try await run(workspace, "third", ["database", "import", "--replace", "-"], input: records).checked()
            #expect(standard.output.hasPrefix("imported "), "\(standard)")
            let file = workspace.folder.path("third/state/vsasim/entitlementd/entitlementd.sqlite")
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
            let (third, last) = try await start(workspace, "third", [])
            #expect(try await !isEnabled(last))
            await third.process.terminate()
        }
    }

    @Test("an import creates a missing store, and leaves one of an earlier version unchanged")
    func earlier() async throws {
        try await withDatabase { workspace, _ in
            let archive = try workspace.folder.write("{\"records\":0,\"schema\":\"vsa-records/1\"}\n", to: "archive.jsonl")
            _ = try await run(workspace, "first", ["database", "import", archive]).checked()
            // A file without tables counts as the earliest possible version.
            let folder = workspace.folder.path("second/state/vsasim/entitlementd")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let file = folder + "/entitlementd.sqlite"
            #expect(FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o600]))
            let refused = try await run(workspace, "second", ["database", "import", "--replace", archive])
            #expect(refused.exit != .exited(0) && refused.errorOutput.contains("`entitlementd database migrate`"), "\(refused)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["entitlementd.sqlite"])
            #expect(FileManager.default.contents(atPath: file)?.isEmpty == true)
            _ = try await run(workspace, "second", ["database", "migrate"]).checked()
            _ = try await run(workspace, "second", ["database", "import", archive]).checked()
        }
    }

    @Test("the environment may name the database, by its URL or by an entry of libpq's service file", arguments: [false, true])
    func environment(isService: Bool) async throws {
        let server = try await PostgreSQLServer.shared
        try await withDatabase { workspace, options in
            let schema = Array(options.suffix(2))
            var variables = ["VSASIM_ENTITLEMENTD_DATABASE": server.url]
            if isService {
                let entry = "[tv]\nhost=\(server.folder)\ndbname=postgres\nuser=postgres\n"
                variables["VSASIM_ENTITLEMENTD_DATABASE"] = "postgresql://?service=tv"
                variables["PGSERVICEFILE"] = try workspace.folder.write(entry, to: "services")
                let absent = try await run(
                    workspace, "first", ["database", "migrate", "--database", "service=radio"] + schema, variables)
                #expect(absent.exit == .exited(65) && absent.errorOutput.contains("\"radio\" not found"), "\(absent)")
                for (file, reason) in [
                    (workspace.folder.path("none"), "not found"),
                    (try workspace.folder.write("[tv]\nhost\n", to: "unreadable"), "syntax error"),
                ] {
                    let mistaken = try await run(
                        workspace, "first", ["database", "migrate"] + schema, variables.merging(["PGSERVICEFILE": file]) { $1 })
                    #expect(mistaken.exit == .exited(65) && mistaken.errorOutput.contains(reason), "\(mistaken)")
                }
            }
            let migrated = try await run(workspace, "first", ["database", "migrate"] + schema, variables).checked()
            #expect(migrated.output == "PostgreSQL, schema \(schema[1])")
            let (service, administrator) = try await start(workspace, "first", schema, variables)
            _ = try await administrator.send("GET", "/readyz").expecting(200)
            _ = try await administrator.send("PUT", "/admin/v1/integrations/REF30/AlphaCable", json: ["enabled": false])
                .expecting(200)
            let status = try await run(workspace, "second", ["database", "status"] + options).checked()
            #expect(status.output.contains("\nintegration: 1\n"), "\(status)")
            await service.process.terminate()
        }
    }

    @Test("a node without a secret for the keys warns once that others reject what it issues; one with a secret does not warn")
    func ownKeys() async throws {
        try await withDatabase { workspace, options in
            let secret = ["--database-key-file", try workspace.folder.write("a-secret-of-the-tests\n", to: "key")]
            let (one, administrator) = try await start(workspace, "first", options)
            let (two, _) = try await start(workspace, "second", options + secret)
            let information = Data(#"{"model":"AppleTV","osName":"tvOS","osVersion":"26.0","version":"18,1"}"#.utf8)
                .base64EncodedString()
            struct Issued: Decodable {
                let statement: String
            }
            let issued = try await administrator.send("POST", "/admin/v1/statements", json: ["requestor": "REF30"])
                .expecting(201).decoded(as: Issued.self)
            for (node, isAccepted) in [(one, true), (two, false)] {
                let answer = try await ServiceClient(baseURL: node.url, headers: ["X-Device-Info": information]).send(
                    "POST", "/o/client/register", json: ["software_statement": issued.statement])
                #expect((answer.status == 201) == isAccepted, "\(answer)")
                await node.process.terminate()
                let warnings = try String(contentsOfFile: node.log, encoding: .utf8).split(separator: "\n").filter {
                    $0.contains("--database-key-file") && $0.contains("VSASIM_ENTITLEMENTD_DATABASE_KEY_FILE")
                }
                #expect(warnings.count == (isAccepted ? 1 : 0), "\(warnings)")
                #expect(warnings.allSatisfy { $0.contains(" warning the keys are those of the state folder") })
            }
        }
    }

    @Test("mistakes name the setting and what is accepted")
    func mistakes() async throws {
        try await withDatabase { workspace, options in
            for place in [[], options] {
                for _ in 0..<2 {
                    let absent = try await run(workspace, "absent", ["database", "status"] + place)
                    #expect(absent.exit == .exited(1) && absent.errorOutput.contains("database migrate"), "\(absent)")
                }
            }
            let nothing = try await run(workspace, "absent", ["database", "drop"] + options)
            #expect(nothing.exit == .exited(1) && nothing.errorOutput.contains("there is nothing to remove"), "\(nothing)")
            #expect(!nothing.errorOutput.contains("migrate"), "\(nothing)")
            let unnamed = try await run(workspace, "absent", ["database", "drop"])
            #expect(unnamed.exit == .exited(64) && unnamed.errorOutput.contains("give --database"), "\(unnamed)")
            let wrong = try await run(workspace, "first", ["serve", "--database", "mysql", "--database-schema", "A"])
            #expect(wrong.exit == .exited(64), "\(wrong)")
            #expect(wrong.errorOutput.contains("--database takes a URL such as postgresql://USER@HOST/NAME"))
            #expect(wrong.errorOutput.contains("--database-schema takes 1 to 63 letters"))
            // What stays so until somebody corrects it: a unit does not start the service again.
            let target = "postgresql:///tv?host=/nowhere&sslmode=loud"
            for (arguments, variables) in [
                (["serve", "--database", target], [:]), (["serve"], ["VSASIM_ENTITLEMENTD_DATABASE": target]),
                (["serve"], ["VSASIM_ENTITLEMENTD_DATABASE": "postgresql:///tv?colour=red"]),
            ] {
                let mistaken = try await run(workspace, "first", arguments, variables)
                #expect(mistaken.exit == .exited(65) && mistaken.errorOutput.contains("cannot be used: "), "\(mistaken)")
            }
            let schema = options[3]
            _ = try await run(workspace, "first", ["database", "migrate"] + options).checked()
            try await execute("UPDATE \(schema).schema_version SET number = 9")
            let older = try await run(workspace, "first", ["database", "drop"] + options)
            #expect(older.exit == .exited(1) && older.errorOutput.contains("`DROP SCHEMA \"\(schema)\" CASCADE`"), "\(older)")
            try await execute("UPDATE \(schema).schema_version SET number = 9999")
            let newer = try await run(workspace, "first", ["serve"] + options)
            #expect(newer.exit == .exited(65) && newer.errorOutput.contains("of a later version"), "\(newer)")
            try await execute("DROP TABLE \(schema).schema_version")
            let foreign = try await run(workspace, "first", ["serve"] + options)
            #expect(foreign.exit == .exited(65) && foreign.errorOutput.contains("objects of another program"), "\(foreign)")
            let away = try await run(workspace, "first", ["serve", "--database", "postgresql:///tv?host=/nowhere"])
            #expect(away.exit == .exited(1) && away.errorLines.count == 1 && away.errorOutput.contains("/nowhere"), "\(away)")
        }
    }
}
