import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The commands in the documents' `console` blocks, and their documented output.
@Suite("Commands in the documentation", .daemonLogs)
struct DocumentedCommandTests {
    /// A command after `$ `, and the lines below it.
    struct Step: Sendable {
        var command: String
        var output: [String]
    }

    /// One block: its commands run one after the other in their own session.
    struct Block: Sendable, CustomTestStringConvertible {
        var document: String
        var line: Int
        var steps: [Step]

        var testDescription: String { "\(document):\(line)" }
    }

    /// Every block of every document.
    static let blocks: [Block] = documents.flatMap(blocks)

    private static let documents: [String] = {
        let pages = ["docs", "docs/howto"].flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: folder).path)) ?? []
            return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
        }
        return ["README.md"] + pages
    }()

    private static func blocks(of document: String) -> [Block] {
        let text = (try? String(contentsOf: Repository.root.appending(path: document), encoding: .utf8)) ?? ""
        var blocks: [Block] = []
        var isInside = false
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                isInside = !isInside && line == "```console"
                if isInside { blocks.append(Block(document: document, line: number + 1, steps: [])) }
            } else if isInside, line.hasPrefix("$ ") {
                blocks[blocks.count - 1].steps.append(Step(command: String(line.dropFirst(2)), output: []))
            } else if isInside, let last = blocks.last, !last.steps.isEmpty {
                blocks[blocks.count - 1].steps[last.steps.count - 1].output.append(String(line))
            }
        }
        return blocks
    }

    /// The scenarios that a document shows, by their names; its commands find each as NAME.yaml.
    private static func scenarios(of document: String) -> [(name: String, text: String)] {
        let text = (try? String(contentsOf: Repository.root.appending(path: document), encoding: .utf8)) ?? ""
        return text.matches(of: /(?m)^```yaml\n((?s).*?^name: (\S+)$.*?)^```$/).map { (String($0.2), String($0.1)) }
    }

    @Test("every scenario in the documentation is valid")
    func scenarios() async throws {
        let shown = Self.documents.flatMap(Self.scenarios)
        #expect(shown.contains { $0.name == "live-night" })
        try await Workspace.with { workspace in
            for (name, text) in shown where text.contains("schema: vsa-scenario/1") {
                let file = try workspace.folder.write(text, to: "\(name).yaml")
                try await Tool.run(
                    try Executables.find("vsactl"), ["scenario", "validate", file], environment: workspace.environment
                ).checked()
            }
        }
    }

    @Test("the blocks are found")
    func found() {
        #expect(Self.blocks.contains { $0.document == "README.md" })
        #expect(Self.blocks.allSatisfy { !$0.steps.isEmpty })
    }

    @Test("every block of the tutorial opens a session and ends it")
    func tutorial() {
        let blocks = Self.blocks.filter { $0.document == "docs/tutorial.md" }
        #expect(blocks.count == 3)
        #expect(blocks.allSatisfy { $0.steps.first?.command == "vsactl run -- bash" && $0.steps.last?.command == "exit" })
    }

    @Test("every command prints what the documentation shows, except for times, numbers, keys and locations", arguments: blocks)
    func runs(_ block: Block) async throws {
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                for (name, text) in Self.scenarios(of: block.document) {
                    try workspace.folder.write(text, to: "home/\(name).yaml")
                }
                // The steps that open and end the session by hand are performed here for all blocks.
                let steps = block.steps.filter { $0.command != "vsactl run -- bash" && $0.command != "exit" }
                let mark = "@@@@"
                let script = steps.map { "\($0.command) 2>&1\necho \"\(mark)$?\"\n" }.joined()
                let result = try await Tool.run(
                    try Executables.find("vsactl"), ["run", "--", "bash", "-c", script], environment: workspace.environment,
                    workingDirectory: workspace.folder.path("home"), within: .seconds(180))
                let codes = result.lines.filter { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) }
                let outputs = result.lines.split(omittingEmptySubsequences: false) { $0.hasPrefix(mark) }.dropLast()
                try #require(outputs.count == steps.count, "\(block.testDescription)\n\(result)")
                for ((step, printed), code) in zip(zip(steps, outputs), codes) {
                    // A command that fails is shown with all of its output.
                    if step.output.isEmpty || step.output.contains("…") {
                        #expect(code == "0", "\(block.testDescription): $ \(step.command)\n\(printed)")
                    }
                    if step.output.isEmpty { continue }
                    let difference = Self.difference(shown: step.output, printed: Array(printed))
                    #expect(difference == nil, "\(block.testDescription): $ \(step.command)\n\(difference ?? "")")
                }
            }
        }
    }

    /// How the structure of printed lines differs from that of the shown ones; a line `…` matches any lines.
    private static func difference(shown: [String], printed: [String]) -> String? {
        let shownShapes = shown.map(shape)
        let printedShapes = printed.map(shape)
        var matches = printedShapes == shownShapes
        if let gap = shownShapes.firstIndex(of: "…") {
            let (start, end) = (shownShapes[..<gap], shownShapes[(gap + 1)...])
            matches =
                printedShapes.count >= start.count + end.count && printedShapes.prefix(start.count) == start
                && printedShapes.suffix(end.count) == end
        }
        return matches
            ? nil
            : "shown:\n\(shownShapes.joined(separator: "\n"))\nprinted:\n\(printedShapes.joined(separator: "\n"))"
    }

    /// A line without the parts that differ in every run.
    private static func shape(_ line: String) -> String {
        line
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?Z/, with: "TIME")
            .replacing(/"PH[A-Za-z0-9+\/=]{10,}…?"/, with: "\"TOKEN\"")
            .replacing(/[0-9a-f]{32,}|[0-9a-f]{8}…/, with: "DIGITS")
            .replacing(/127\.0\.0\.1:[0-9]+/, with: "HOST")
            .replacing(/(?:\/[A-Za-z0-9._-]+)+\/vsasim-[A-Za-z0-9]{6}/, with: "FOLDER")
            .replacing(/process [0-9]+/, with: "process N")
            .replacing(/unix:path=[^ ,]+(,guid=DIGITS)?/, with: "BUS")
            .replacing(/(reg_code=|"(?:message|regCode)":")[A-Z0-9]{7}/) { "\($0.output.1)CODE" }
            .replacing(/^[0-9]+ +/, with: "NUMBER ")
            .replacing(#/ {2,}/#, with: "  ")
    }
}
