import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Runs the programs of docs/howto/call-the-device.md, each with the D-Bus library that it is for.
@Suite("Calls of other D-Bus clients", .daemonLogs)
struct CallRecipeTests {
    /// A language as the page's code blocks name it, and the output of its program.
    static let programs: [(String, [String])] = [
        ("sh", [#"s "granted""#, "a{sv} 0"]), ("python", signedIn), ("c", signedIn), ("js", signedIn),
    ]
    private static let signedIn = ["access: not-determined", "Completed alpha.example"]

    @Test("Every program registers, and signs the user in", arguments: programs)
    func run(language: String, output: [String]) async throws {
        let page = try String(contentsOf: Repository.root.appending(path: "docs/howto/call-the-device.md"), encoding: .utf8)
        let block = try #require(page.components(separatedBy: "```\(language)\n").dropFirst().first)
        try await DaemonPool.shared.withDaemons { daemons in
            for answer in [["access", "granted"], ["picker", "alpha.example"], ["sign-in", "alice"]] {
                try await daemons.run("vsactl", ["answer"] + answer).checked()
            }
            let folder = TemporaryFolder(existing: try daemons.workspace.folder.makeFolder("call-\(UUID().uuidString)"))
            let file = try folder.write(try #require(block.components(separatedBy: "\n```").first), to: "program.\(language)")
            let compile = #"cc -Wall -Werror -o "$1.out" "$1" $(pkg-config --cflags --libs gio-2.0) && exec "$1.out""#
            let command =
                switch language {
                case "python": [try Python.interpreter(), file]
                case "c": ["sh", "-c", compile, "sh", file]
                case "js": ["gjs", file]
                default: ["sh", "-e", file]
                }
            let result = try await daemons.run(command[0], Array(command.dropFirst())).checked()
            #expect(Array(result.lines.suffix(output.count)) == output, "\(result)")
        }
    }
}
