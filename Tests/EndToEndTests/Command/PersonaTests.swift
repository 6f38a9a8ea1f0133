import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The ways of new users to their first success, with commands from the documentation.
@Suite("First success from the documentation alone", .daemonLogs)
struct PersonaTests {
    @Test("each kind of user succeeds", arguments: ["a", "b", "c", "d", "e", "f"])
    func persona(_ key: String) async throws {
        try await withDaemonPlace {
            try await Workspace.with { workspace in
                var environment = workspace.environment
                environment["PATH"] = "\(Executables.ownFolder):\(environment["PATH"] ?? "/usr/bin:/bin")"
                environment["PYTHONDONTWRITEBYTECODE"] = "1"
                let result = try await Tool.run(
                    try Python.interpreter(), [Python.script("Tests/interop/personas.py"), key], environment: environment,
                    within: .seconds(180)
                ).checked()
                #expect(result.lines.count == 2 && result.lines.last?.hasPrefix("\(key)  ") == true, "\(result)")
            }
        }
    }
}
