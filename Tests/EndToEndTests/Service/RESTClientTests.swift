import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Runs Tests/interop/rest_v2.py: examples/rest_v2_client.py, a client that was written from docs/rest-api-v2.md, with logins in
/// Chromium, and partner requests that pysaml2 and xmlsec1 check.
@Suite("A Python client of REST v2", .daemonLogs)
struct RESTClientTests {
    private static let script = "Tests/interop/rest_v2.py"

    /// The scenarios, by their names in the program.
    static let scenarios = [
        "one screen from nothing to a verified media token",
        "a code on a television and a login on a phone",
        "the wait for a login survives failures of the service",
        "only unknown credentials are replaced",
        "the account of the system signs in without a browser",
        "a response counts once",
        "without permission the login is in the browser",
        "apps share a sign in by a token and not by a wrong one",
        "a temporary pass plays until it is used up",
        "a promotional pass belongs to a user",
    ]

    /// Runs a program of the repository in its own session.
    private func run(_ script: String, _ arguments: [String] = []) async throws -> ToolResult {
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                var environment = workspace.environment
                environment["PYTHONDONTWRITEBYTECODE"] = "1"
                return try await Tool.run(
                    try Executables.find("vsactl"),
                    ["run", "--", try Python.interpreter(), Python.script(script)] + arguments, environment: environment,
                    workingDirectory: try workspace.folder.makeFolder("work"), within: .seconds(180))
            }
        }
    }

    /// pysaml2 instead of the TV provider.
    private static let providerScript = "Tests/interop/rest_v2_provider.py"
    static let providerScenarios = [
        "a login and a logout in a browser",
        "the response of the system account",
        "hostile responses are refused for their reasons",
    ]

    private func play(_ name: String, of script: String) async throws {
        let result = try await run(script, [name])
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.lines == ["ok \(name)"], "\(result)")
    }

    @Test("It goes through the flows", arguments: scenarios)
    func scenario(_ name: String) async throws { try await play(name, of: Self.script) }

    @Test("pysaml2 is the TV provider", arguments: providerScenarios)
    func provider(_ name: String) async throws { try await play(name, of: Self.providerScript) }

    @Test("Every scenario of the programs is a test here")
    func complete() async throws {
        #expect(try await Python.run(Self.script, ["--list"]).lines == Self.scenarios)
        #expect(try await Python.run(Self.providerScript, ["--list"]).lines == Self.providerScenarios)
    }

    @Test("By itself, the example prints the TV providers and a media token of a temporary pass")
    func example() async throws {
        let result = try await run("examples/rest_v2_client.py")
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.lines.count == 2, "\(result)")
        #expect(result.lines.first?.hasPrefix("Alpha Cable, ") == true && result.lines.last?.hasPrefix("PH") == true, "\(result)")
    }
}
