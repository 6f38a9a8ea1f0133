import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Files that commands read")
struct StandardInputTests {
    private static let scenario = """
        schema: vsa-scenario/1
        name: from-a-pipe
        apps:
          - {id: com.example.piped, access: granted}

        """

    @Test("- means standard input, for a scenario, providers and a snapshot")
    func standardInput() async throws {
        try await withDaemons { daemons in
            let valid = try await daemons.run("vsactl", ["scenario", "validate", "-"], input: Self.scenario)
            #expect(try valid.checked().output == "-: valid")
            let wrong = try await daemons.run(
                "vsactl", ["scenario", "validate", "-"], input: Self.scenario.replacing("granted", with: "grantd"))
            #expect(wrong.exit == .exited(65) && wrong.output.hasPrefix("-:4:"), "\(wrong)")
            try await daemons.run("vsactl", ["scenario", "load", "-"], input: Self.scenario).checked()
            let app = try await daemons.document("access", "get", "com.example.piped")["application"]
            #expect(app["access"] == .text("granted"))
            let watched = try await daemons.run("vsactl", ["scenario", "load", "-", "--watch"], input: Self.scenario)
            #expect(watched.exit == .exited(64), "\(watched)")

            let providers = "providers: [{id: zeta.example, name: Zeta}]"
            try await daemons.run("vsactl", ["provider", "add", "-"], input: providers).checked()
            try await daemons.vsactl("provider", "show", "zeta.example").checked()

            let file = daemons.workspace.folder.path("now.json")
            try await daemons.vsactl("snapshot", "save", file).checked()
            let snapshot = try String(contentsOfFile: file, encoding: .utf8)
            try await daemons.run("vsactl", ["snapshot", "load", "-"], input: snapshot).checked()
        }
    }

    @Test("snapshot save - writes the snapshot, and nothing else, to standard output", arguments: [[], ["--json"]])
    func standardOutput(_ options: [String]) async throws {
        try await withDaemons { daemons in
            let saved = try await Tool.run(
                try Executables.find("vsactl"), ["snapshot", "save", "-"] + options, environment: daemons.presentEnvironment,
                workingDirectory: daemons.workspace.folder.path
            ).checked()
            #expect(try saved.decoded(as: Value.self)["schema"].text == "vsa-snapshot/1", "\(saved)")
            #expect(!FileManager.default.fileExists(atPath: daemons.workspace.folder.path("-")))
            try await daemons.run("vsactl", ["snapshot", "load", "-"], input: saved.output).checked()
        }
    }

    @Test("A mistake in a file that another one extends is reported with the path from the working folder")
    func relativePaths() async throws {
        try await Workspace.with { workspace in
            _ = try workspace.folder.makeFolder("scenarios")
            for (name, extends) in [("first.yaml", "./second.yaml"), ("second.yaml", "./first.yaml")] {
                let text = "schema: vsa-scenario/1\nname: circle\nextends: \(extends)\n"
                _ = try workspace.folder.write(text, to: "scenarios/\(name)")
            }
            let result = try await Tool.run(
                try Executables.find("vsactl"), ["scenario", "validate", "scenarios/first.yaml"],
                environment: workspace.environment, workingDirectory: workspace.folder.path)
            #expect(result.exit == .exited(65), "\(result)")
            let problem = "scenarios/second.yaml:3:10: extends: is circular: scenarios/first.yaml extends "
            #expect(result.output.hasPrefix(problem), "\(result)")
        }
    }
}
