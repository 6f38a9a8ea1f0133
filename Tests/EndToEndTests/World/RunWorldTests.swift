import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

@Suite("vsactl run --world", .daemonLogs)
struct RunWorldTests {
    @Test("A given world is used by both daemons, after a reset too, and an instance keeps it")
    func world() async throws {
        try await Workspace.withPlace { workspace in
            let world = RenamedWorld(seed: 5)
            let file = try workspace.folder.write(world.world.document.serialized, to: "wörld's file.json")
            let vsactl = try Executables.find("vsactl")
            func run(_ options: [String], _ command: String) async throws -> ToolResult {
                try await workspace.vsactl(["run", "--instance", "kept"] + options + ["--", "sh", "-c", command])
            }
            let list =
                "'\(vsactl)' reset && '\(vsactl)' provider list && '\(vsactl)' integration list && wc -c <\"$VSASIM_SOFTWARE_STATEMENT\""
            let first = try await run(["--world", file], list).checked()
            try FileManager.default.removeItem(atPath: file)
            let second = try await run([], list).checked()
            for name in ["alpha.example", "AlphaCable", "REF30"] {
                #expect(first.output.contains(world.naming[name]) && !first.output.contains(name), "\(first)")
            }
            #expect(first.output == second.output)
            try await workspace.expectNothingLeft()
        }
    }

    @Test(
        "A world without providers is used, too",
        arguments: [
            ("--world", #"{"schema":"vsa-world/1"}"#),
            ("--scenario", #"{"schema":"vsa-scenario/1","name":"x","extends":"none"}"#),
        ])
    func noProviders(_ option: String, _ document: String) async throws {
        try await Workspace.withPlace { workspace in
            let file = try workspace.folder.write(document, to: "empty.json")
            let vsactl = try Executables.find("vsactl")
            let result = try await workspace.vsactl(["run", option, file, "--", vsactl, "provider", "list", "--json"])
            #expect(result.exit.isSuccess && result.output.contains(#""providers": []"#), "\(result)")
            try await workspace.expectNothingLeft()
        }
    }

    @Test("A file that is not a world: one line, code 65 or that of a failed setup, and nothing is started")
    func badWorld() async throws {
        try await Workspace.withPlace { workspace in
            let file = try workspace.folder.write(#"{"schema":"vsa-world/1","provider":[]}"#, to: "bad.json")
            for (program, arguments) in [
                ("vsactl", ["run", "--world", file, "--", "true"]), ("vsad", ["--world", file]),
                ("entitlementd", ["serve", "--world", file]),
            ] {
                for file in [file, workspace.folder.path("no-such-file")] {
                    let result = try await Tool.run(
                        try Executables.find(program), arguments.map { $0.hasSuffix("bad.json") ? file : $0 },
                        environment: workspace.environment)
                    let code: Int32 = program == "vsactl" ? 125 : 65
                    #expect(result.exit == .exited(code) && result.lines.isEmpty && result.errorLines.count == 1, "\(result)")
                    #expect(result.errorOutput.contains(file), "\(result)")
                    #expect(result.errorOutput.contains(file.hasSuffix("bad.json") ? #"did you mean "providers""# : "No such"))
                }
            }
            try await workspace.expectNothingLeft()
        }
    }
}
