import DatabaseServer
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The fixtures for pytest, installed from the checkout as by a user, without a network.
@Suite("pytest-vsasim")
struct PytestTests {
    /// Keeps Python from writing compiled files into the checkout.
    private static let unwritten = ["PYTHONDONTWRITEBYTECODE": "1"]

    /// Where the package is installed, once for all tests; it is removed when this process ends.
    private static let packages = Task {
        let workspace = try Workspace()
        try await Tool.run(
            try Python.interpreter(),
            [
                "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-index", "--no-deps", "--target",
                workspace.folder.path("packages"), Python.script("python/pytest-vsasim"),
            ], environment: workspace.environment.merging(unwritten) { $1 }, within: .seconds(120)
        ).checked()
        return workspace
    }

    /// Runs pytest with the installed package.
    private func pytest(_ folder: String, _ arguments: [String] = []) async throws -> ToolResult {
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                var environment = workspace.environment.merging(Self.unwritten) { $1 }
                environment["PYTHONPATH"] = try await Self.packages.value.folder.path("packages")
                // Other tests' plugins, whose start takes nine tenths of a second in each process.
                environment["PYTEST_ADDOPTS"] = "-p no:schemathesis -p no:hypothesispytest -p no:anyio"
                return try await Tool.run(
                    try Python.interpreter(),
                    ["-m", "pytest", "-p", "no:cacheprovider", "-q", "--vsasim-binaries", Executables.ownFolder]
                        + [Python.script(folder)] + arguments,
                    environment: environment, within: .seconds(900))
            }
        }
    }

    @Test("The suite of an imaginary app passes, in two processes side by side")
    func example() async throws {
        let result = try await pytest("examples/pytest", ["-n", "2"])
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.lines.last?.contains("passed") == true, "\(result)")
    }

    @Test("With --vsasim-database, every session has a schema of its own, which is gone at the end")
    func database() async throws {
        let server = try await PostgreSQLServer.start()
        let result = try await pytest("examples/pytest/test_sign_on.py", ["--vsasim-database", server.url])
        #expect(result.exit == .exited(0), "\(result)")
        #expect(try await server.sessionSchemas() == 0)
        await server.stop()
        let away = try await pytest("examples/pytest/test_sign_on.py", ["-x", "--vsasim-database", server.url])
        #expect(away.exit == .exited(1) && away.output.contains("no connection to the database server"), "\(away)")
    }

    @Test("The plugin's own tests pass")
    func plugin() async throws {
        let result = try await pytest("python/pytest-vsasim/tests", ["-n", "2"])
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.lines.last?.contains("passed") == true, "\(result)")
    }
}
