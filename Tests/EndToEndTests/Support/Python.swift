import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Python with the packages of Tests/interop/requirements.txt.
enum Python {
    /// The interpreter.
    ///
    /// - Throws: An error if `VSASIM_TEST_PYTHON` does not name it.
    static func interpreter() throws -> String {
        try #require(
            ProcessInfo.processInfo.environment["VSASIM_TEST_PYTHON"],
            "VSASIM_TEST_PYTHON must name a Python with the packages of Tests/interop/requirements.txt; make test sees to it")
    }

    /// The path of a script of the repository.
    static func script(_ name: String) -> String { Repository.root.appending(path: name).path }

    /// Runs a script that needs only its own workspace.
    ///
    /// - Throws: The errors of `Tool.run`.
    static func run(_ name: String, _ arguments: [String], within limit: Duration = defaultDeadline) async throws -> ToolResult {
        try await Workspace.withPlace { workspace in
            var environment = workspace.environment
            // A compiled file next to the script would be an additional file in the repository's folder.
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
            // Nor do Hypothesis' tables of Unicode, which take a second to compute unless an earlier process has stored them.
            environment["HYPOTHESIS_STORAGE_DIRECTORY"] = Repository.root.appending(path: ".build/hypothesis").path
            return try await Tool.run(
                try interpreter(), [script(name)] + arguments, environment: environment, within: limit)
        }
    }
}
