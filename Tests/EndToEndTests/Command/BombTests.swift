import PrivateSession
import ProjectTesting
import Testing

/// Every program that reads a file of the user gets small files that expand to a billion values.
@Suite("YAML bombs in every file that a program reads", .daemonLogs)
struct BombTests {
    /// A text that grows when its aliases are followed.
    struct Bomb: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        /// The reported problem.
        let refusal: String
    }

    /// Lists of `width` aliases of the previous list, after a list of texts.
    private static func levels(_ count: Int, width: Int, texts: Int) -> String {
        func list(_ element: String, _ count: Int) -> String {
            "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        }
        let levels = (1...count).map { "a\($0): &a\($0) \(list("*a\($0 - 1)", width))\n" }
        return "a0: &a0 \(list("x", texts))\n" + levels.joined()
    }

    static let bombs = [
        Bomb(
            testDescription: "a value", text: levels(8, width: 10, texts: 10) + "schema: *a8\n",
            refusal: "has more than 24 aliases"),
        Bomb(
            testDescription: "a key", text: levels(7, width: 3, texts: 10_000) + "? *a7\n: 1\n",
            refusal: "has a key that is not a string"),
        Bomb(
            testDescription: "nested anchors",
            text: "a: " + (1...40).map { "&a\($0) [" }.joined() + String(repeating: "]", count: 40) + "\n",
            refusal: "is nested more than 32 levels deep"),
    ]

    /// A program that reads a file, which is `FILE` in the arguments.
    struct Reader: Sendable, CustomTestStringConvertible {
        let program: String
        let arguments: [String]
        /// Whether the file is JSON instead of YAML, so that a bomb is only an unreadable file.
        var readsJSON = false

        var testDescription: String { ([program] + arguments).joined(separator: " ") }
    }

    static let readers = [
        Reader(program: "vsactl", arguments: ["scenario", "validate", "FILE"]),
        Reader(program: "vsactl", arguments: ["scenario", "show", "FILE"]),
        Reader(program: "vsactl", arguments: ["scenario", "load", "FILE"]),
        Reader(program: "vsactl", arguments: ["provider", "add", "FILE"]),
        Reader(program: "vsactl", arguments: ["run", "--scenario", "FILE", "--", "true"]),
        Reader(program: "entitlementd", arguments: ["--config", "FILE"]),
        Reader(program: "vsactl", arguments: ["run", "--world", "FILE", "--", "true"], readsJSON: true),
        Reader(program: "vsactl", arguments: ["snapshot", "load", "FILE"], readsJSON: true),
        Reader(program: "entitlementd", arguments: ["--world", "FILE"], readsJSON: true),
    ]

    private func run(_ reader: Reader, _ file: String, in workspace: Workspace) async throws -> ToolResult {
        try await Tool.run(
            try Executables.find(reader.program), reader.arguments.map { $0 == "FILE" ? file : $0 },
            environment: try workspace.environment(rootedAt: "home"), within: .seconds(120))
    }

    @Test("each ends with 65, vsactl run with 125, and a line that names the file and the limit", arguments: readers, bombs)
    func refused(by reader: Reader, _ bomb: Bomb) async throws {
        try await Workspace.with { workspace in
            let file = try workspace.folder.write(bomb.text, to: "bomb.yaml")
            let result = try await run(reader, file, in: workspace)
            #expect(result.exit == .exited(reader.arguments[0] == "run" ? 125 : 65), "\(result)")
            let said = result.output + result.errorOutput
            #expect(said.contains(file) && (reader.readsJSON || said.contains(bomb.refusal)), "\(result)")
        }
    }

    @Test("a scenario that extends one", arguments: bombs)
    func extended(_ bomb: Bomb) async throws {
        try await Workspace.with { workspace in
            let file = try workspace.folder.write(bomb.text, to: "bomb.yaml")
            let child = try workspace.folder.write(
                "schema: vsa-scenario/1\nname: child\nextends: bomb.yaml\n", to: "child.yaml")
            let result = try await run(Self.readers[0], child, in: workspace)
            #expect(result.exit == .exited(65), "\(result)")
            #expect(result.output.contains(file) && result.output.contains(bomb.refusal), "\(result)")
        }
    }

    @Test("values behind few aliases are counted before there are too many")
    func counted() async throws {
        try await Workspace.with { workspace in
            let text = Self.levels(7, width: 3, texts: 1_000) + "schema: *a7\n"
            let file = try workspace.folder.write(text, to: "bomb.yaml")
            let result = try await run(Self.readers[0], file, in: workspace)
            #expect(result.exit == .exited(65) && result.output.contains("has more than 500000 values"), "\(result)")
        }
    }
}
