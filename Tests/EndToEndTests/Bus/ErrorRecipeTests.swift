import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Runs the programs of dbus/recipes.md, which docs/dbus.md shows, each with the D-Bus library that it is for.
@Suite("Errors as other D-Bus clients read them", .daemonLogs)
struct ErrorRecipeTests {
    static let error = "org.vsasim.SubscriberAccount1.Error.AccessNotGranted"
    static let message = "may not read the TV provider account: access is not-determined"

    /// The blocks in a language, in the order of the document.
    private static func recipes(_ language: String) throws -> [String] {
        let text = try String(contentsOf: Repository.root.appending(path: "dbus/recipes.md"), encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    /// Runs a recipe that was written to a file.
    private func run(
        _ recipe: String, file: String, daemons: Daemons, _ command: (String) throws -> [String]
    ) async throws -> ToolResult {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: file).path
        try recipe.write(toFile: path, atomically: true, encoding: .utf8)
        let words = try command(path)
        return try await daemons.run(words[0], Array(words.dropFirst()))
    }

    @Test("busctl prints the message")
    func busctl() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await run(Self.recipes("sh")[0], file: "a.sh", daemons: daemons) { ["sh", $0] }
            #expect(result.errorOutput.contains(Self.message), "\(result)")
        }
    }

    @Test("gdbus prints name and message")
    func gdbus() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await run(Self.recipes("sh")[1], file: "a.sh", daemons: daemons) { ["sh", $0] }
            #expect(result.errorOutput.contains("GDBus.Error:\(Self.error): "), "\(result)")
            #expect(result.errorOutput.contains(Self.message), "\(result)")
        }
    }

    @Test("PyGObject has name and message")
    func pyGObject() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            // Its module belongs to Debian's interpreter.
            let result = try await run(Self.recipes("python")[0], file: "a.py", daemons: daemons) { ["/usr/bin/python3", $0] }
                .checked()
            #expect(result.lines.first == Self.error, "\(result)")
            #expect(result.lines.last?.contains(Self.message) == true, "\(result)")
        }
    }

    @Test("dbus-fast has name, message and the information that the call requests")
    func dbusFast() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await run(Self.recipes("python")[1], file: "a.py", daemons: daemons) {
                [try Python.interpreter(), $0]
            }.checked()
            #expect(result.lines.first == Self.error, "\(result)")
            #expect(result.lines.count == 3 && result.lines[1].contains(Self.message), "\(result)")
            #expect(result.lines.last?.contains("'access-status': 'not-determined'") == true, "\(result)")
        }
    }

    @Test("libdbus has name, message and the information that the connection requests")
    func libdbus() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await run(try #require(Self.recipes("c").first), file: "a.c", daemons: daemons) { path in
                [
                    "sh", "-c",
                    #"cc -Wall -Werror -o "$1.out" "$1" $(pkg-config --cflags --libs dbus-1) && exec "$1.out""#, "sh", path,
                ]
            }.checked()
            #expect(result.lines.first == Self.error, "\(result)")
            #expect(result.lines.count >= 3 && result.lines[1].contains(Self.message), "\(result)")
            #expect(result.lines.contains("access-status: not-determined"), "\(result)")
        }
    }

    @Test("GJS has name and message")
    func gjs() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let result = try await run(try #require(Self.recipes("js").first), file: "a.js", daemons: daemons) { ["gjs", $0] }
                .checked()
            #expect(result.lines.first == Self.error, "\(result)")
            #expect(result.lines.last?.contains(Self.message) == true, "\(result)")
        }
    }
}
